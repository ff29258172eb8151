import { formatAgo, formatTime, formatUtc } from "#lib/text/format-time";

type Props = {
  at: string;
  /** IANA name, or `UTC`. */
  timeZone: string;
  hasSeconds?: boolean;
  className?: string;
};

/**
 * UTC is in the title; time-titles.tsx adds how long ago when a pointer asks. What the server has written stays, whatever a
 * browser knows of the zone.
 */
export function Time({ at, timeZone, hasSeconds = false, className }: Props) {
  return (
    <time suppressHydrationWarning translate="no" dateTime={at} title={formatUtc(at)} className={className}>
      {formatTime(at, timeZone, { hasSeconds })}
    </time>
  );
}

type AgoProps = {
  at: string;
  /** The time it is seen at, in milliseconds since 1970: the same on the server and in the browser. */
  now: number;
};

/** UTC is in the title. */
export function Ago({ at, now }: AgoProps) {
  return (
    <time translate="no" dateTime={at} title={formatUtc(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
