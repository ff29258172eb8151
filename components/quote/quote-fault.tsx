import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { useSecondsLeft } from "#lib/browser/use-seconds-left";
import { quoteFaultWords } from "#lib/words/quote-fault";

export function QuoteFault({
  live: { problem, shown, isCurrent, isDead, isFetching, refresh },
}: {
  live: LiveQuote;
}) {
  if (problem === null) return null;
  const { title, detail, isForAdministrator, isPassing } = quoteFaultWords(problem);
  const seconds = problem.retryAfterSeconds;
  const hasLast = shown !== undefined && isCurrent;
  return (
    <Notice
      kind={isPassing ? "warn" : "fail"}
      title={title}
      isLive
      className="mt-3"
      action={
        isForAdministrator ? undefined : seconds === undefined ? (
          <BusyButton size="small" onClick={refresh} isOff={isFetching}>
            Try again
          </BusyButton>
        ) : (
          <Countdown key={problem.requestId} seconds={seconds} />
        )
      }
    >
      <p>{detail}</p>
      <p>{hasLast ? lastWords(isDead) : "No money has moved."}</p>
    </Notice>
  );
}

function lastWords(isDead: boolean): string {
  return isDead
    ? "The last quote is more than a minute old, so you can’t create a transfer with it. No money has moved."
    : "The last quote is still shown. No money has moved.";
}

/** Hidden from screen readers, which would read every second. */
function Countdown({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds);
  return (
    <p aria-hidden="true" className="font-medium">
      {left > 0 ? `Next try in ${left} s` : "Trying again"}
    </p>
  );
}
