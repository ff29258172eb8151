import { formatAgo, formatTime } from "#lib/format-time";

type Props = {
  /** ISO 8601 in UTC. */
  at: string;
  /** IANA name of the zone that the reader works in, or `UTC`. */
  timeZone: string;
  /** Seconds too: for a log. */
  hasSeconds?: boolean;
  className?: string;
};

/** A moment in the reader's zone; the exact moment in UTC stands in the title and in the markup. */
export function Time({ at, timeZone, hasSeconds = false, className }: Props) {
  return (
    <time dateTime={at} title={at} className={className}>
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

/** How long ago a moment was; the exact moment in UTC stands in the title and in the markup. */
export function Ago({ at, now }: AgoProps) {
  return (
    <time dateTime={at} title={at}>
      {formatAgo(at, now)}
    </time>
  );
}
