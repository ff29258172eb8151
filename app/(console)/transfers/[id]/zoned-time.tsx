import { formatOffset, formatTime, formatUtc } from "#lib/text/format-time";
import { ZonedAgo } from "./zone";

type Props = {
  /** ISO 8601 in UTC. */
  at: string;
  /** IANA name of the zone that the reader works in. */
  timeZone: string;
  className?: string;
};

const inUtc = "hidden group-data-[way=utc]/zone:inline";
const inLocal = "hidden group-data-[way=local]/zone:inline";

/** A moment to the second in the reader's zone, in UTC, and as how long ago it was, of which `ZoneScope` shows one. */
export function ZonedTime({ at, timeZone, className }: Props) {
  return (
    <time dateTime={at} title={formatUtc(at)} className={className}>
      <span className={inLocal}>{formatTime(at, timeZone, { hasSeconds: true })}</span>
      <span className={inUtc}>{formatTime(at, "UTC", { hasSeconds: true })}</span>
      <ZonedAgo at={at} />
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
