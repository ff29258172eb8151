import { formatOffset, formatTime, formatUtc } from "#lib/text/format-time";

/** The markup has the times of both zones. A box on the page, without script, says which is shown: `ZoneScope`. */

type Props = {
  at: string;
  timeZone: string;
  className?: string;
  /** Under a heading with the day: the day is named in UTC alone, where it can be another. */
  isUnderDay?: boolean;
};

/** The classes of what is shown in each of the two. */
export const inUtc = "hidden group-has-[#in-utc:checked]/zone:inline";
export const inLocal = "group-has-[#in-utc:checked]/zone:hidden";

export const zoneScope = "group/zone";

export function ZoneBox() {
  return (
    <label className="menu-act">
      <input id="in-utc" type="checkbox" />
      Times in UTC
    </label>
  );
}

export function ZonedTime({ at, timeZone, className, isUnderDay = false }: Props) {
  const local = formatTime(at, timeZone, { hasSeconds: true });
  return (
    <time translate="no" dateTime={at} title={formatUtc(at)} className={className}>
      <span className={inLocal}>{isUnderDay ? (local.split(", ")[1] ?? local) : local}</span>
      <span className={inUtc}>{formatTime(at, "UTC", { hasSeconds: true })}</span>
    </time>
  );
}

/** `Lagos time`, `UTC`. */
export function zoneWords(timeZone: string): string {
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return /^[^/]+$|^Etc\//.test(timeZone) ? city : `${city.replaceAll("_", " ")} time`;
}

export function ZonedOffset({ at, timeZone, className }: Omit<Props, "isUnderDay">) {
  return (
    <span className={className}>
      <span className={inLocal}>{formatOffset(at, timeZone)}</span>
      <span className={inUtc}>UTC</span>
    </span>
  );
}
