import { formatOffset, formatTime } from "#lib/format-time";

type Props = {
  /** ISO 8601 in UTC. */
  at: string;
  /** IANA name of the zone that the reader works in. */
  timeZone: string;
  className?: string;
};

const inUtc = "hidden group-data-utc/zone:inline";
const inLocal = "group-data-utc/zone:hidden";

/** A moment to the second in the reader's zone and in UTC, of which `ZoneScope` shows one. */
export function ZonedTime({ at, timeZone, className }: Props) {
  return (
    <time dateTime={at} title={at} className={className}>
      <span className={inLocal}>{formatTime(at, timeZone, { hasSeconds: true })}</span>
      <span className={inUtc}>{formatTime(at, "UTC", { hasSeconds: true })}</span>
    </time>
  );
}

/** The distance from UTC of the zone that is shown. */
export function ZonedOffset({ at, timeZone, className }: Props) {
  return (
    <span className={className}>
      <span className={inLocal}>{formatOffset(at, timeZone)}</span>
      <span className={inUtc}>UTC</span>
    </span>
  );
}
