import { formatOffset, formatTime, formatUtc } from "#lib/text/format-time";
import { ZonedAgo } from "./zone";

type Props = {
  at: string;
  timeZone: string;
  className?: string;
};

const inUtc = "hidden group-data-[way=utc]/zone:inline";
const inLocal = "hidden group-data-[way=local]/zone:inline";

/** Writes all three forms; `ZoneScope` shows one. */
export function ZonedTime({ at, timeZone, className }: Props) {
  return (
    <time dateTime={at} title={formatUtc(at)} className={className}>
      <span className={inLocal}>{formatTime(at, timeZone, { hasSeconds: true })}</span>
      <span className={inUtc}>{formatTime(at, "UTC", { hasSeconds: true })}</span>
      <ZonedAgo at={at} />
    </time>
  );
}

export function ZonedOffset({ at, timeZone, className }: Props) {
  return (
    <span className={className}>
      <span className={inLocal}>{formatOffset(at, timeZone)}</span>
      <span className={inUtc}>UTC</span>
    </span>
  );
}
