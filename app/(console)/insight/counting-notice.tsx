import { Time } from "#components/ui/time";
import type { Insight } from "#lib/features/insight/insight-api";
import { classNames } from "#lib/text/class-names";

/** Where the figures are not all there yet, how far they go. */
export function CountingNotice({
  countedUpTo,
  countedBackTo,
  timeZone,
  className,
}: Pick<Insight, "countedUpTo" | "countedBackTo"> & { timeZone: string; className?: string }) {
  if (countedUpTo === null && countedBackTo === null) return null;
  return (
    <p className={classNames("text-[0.8125rem]/5 text-warn", className)}>
      {countedBackTo !== null && (
        <>
          Older transfers are being counted: so far back to <Time at={countedBackTo} timeZone={timeZone} />.{" "}
        </>
      )}
      {countedUpTo !== null && (
        <>
          Counted up to <Time at={countedUpTo} timeZone={timeZone} />. Newer changes are missing.
        </>
      )}
    </p>
  );
}
