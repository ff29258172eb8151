import { formatAgo, formatTime, formatUtc } from "#lib/text/format-time";

type Props = {
  /** ISO 8601 in UTC. */
  at: string;
  /** IANA name of the zone that the reader works in, or `UTC`. */
  timeZone: string;
  /** Seconds too: for a log. */
  hasSeconds?: boolean;
  className?: string;
};

/**
 * A moment in the reader's zone. UTC stands in the title, and how long ago it was is added as soon as a pointer asks for
 * it (app/(console)/_shell/time-titles.tsx).
 */
export function Time({ at, timeZone, hasSeconds = false, className }: Props) {
  return (
    <time dateTime={at} title={formatUtc(at)} className={className}>
      {formatTime(at, timeZone, { hasSeconds })}
    </time>
  );
}

type AgoProps = {
  /** ISO 8601 in UTC. */
  at: string;
  /** From when it is seen, in milliseconds since 1970: the same on the server and in the browser. */
  now: number;
};

/** How long ago a moment was; the moment in UTC stands in the title. */
export function Ago({ at, now }: AgoProps) {
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
