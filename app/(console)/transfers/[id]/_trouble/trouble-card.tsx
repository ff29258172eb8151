import type { ReactNode } from "react";
import { Silhouette } from "#components/chip/silhouette";
import { ArrivedBar } from "#components/transfer/deposit-bars";
import { SumFigures } from "#components/transfer/sum-figures";
import type { TransferWithEvents } from "#lib/contract/api";
import { classNames } from "#lib/text/class-names";
import type { Trouble } from "#lib/words/trouble/trouble";

type Props = {
  transfer: TransferWithEvents;
  trouble: Trouble;
  timeZone: string;
  /** Buttons, the most useful first. */
  acts: ReactNode;
  /** What is known of it, folded. */
  rows: ReactNode;
};

/** `spoken` says to a listener what colour and mark say to the eye. */
const spoken = { fail: "Problem:", warn: "Warning:", wait: "Note:" } as const;

/** What is wrong, what it means for the money and what to do; the rest is folded below. */
export function TroubleCard({ transfer, trouble, timeZone, acts, rows }: Props) {
  const { tone, shape, headline, sentence, figures, arrived } = trouble;
  // Settled, it is a fact and no alarm.
  const isSettled = transfer.standing.reason === null;
  return (
    <section
      aria-labelledby="trouble"
      className={classNames(
        "overflow-hidden rounded-xl border border-line bg-surface print:break-inside-avoid",
        // The paper of a paid one is for its recipient.
        transfer.status === "paid" && "print:hidden",
      )}
    >
      <div
        data-tone={isSettled ? "wait" : tone}
        className="tone flex gap-3 px-card pt-4 pb-5 print:border-b print:border-line-strong"
      >
        <Silhouette shape={shape} className="mt-1 size-5 shrink-0" />
        <div className="min-w-0 flex-1 space-y-3">
          <div>
            <span className="sr-only">{spoken[isSettled ? "wait" : tone]}</span>
            <h2 id="trouble" className="foreign-text text-lg/7 font-semibold text-ink">
              {headline}
            </h2>
            <p className="foreign-text max-w-prose text-ink">{sentence}</p>
            {isSettled && transfer.isHandled && (
              <p className="text-muted">
                {transfer.received.length === 0
                  ? "Marked as resolved. The timeline shows by whom."
                  : "Settled by a person or by what was recorded as arrived. The timeline shows by whom."}
              </p>
            )}
          </div>
          {arrived !== undefined && (
            <ArrivedBar
              arrived={arrived}
              amount={transfer.amount}
              symbol={transfer.fromCurrency}
              isBare={figures.length > 0}
            />
          )}
          {figures.length > 0 && (
            <SumFigures
              figures={figures}
              symbol={transfer.fromCurrency}
              timeZone={timeZone}
              now={Date.now()}
              isWarning={tone === "warn"}
            />
          )}
          {acts}
        </div>
      </div>
      {rows}
    </section>
  );
}
