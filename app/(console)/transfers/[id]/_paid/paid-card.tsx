import type { ReactNode } from "react";
import { Mark } from "#components/chip/mark";
import type { TransferWithEvents } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat, formatPadded } from "#lib/money/format";
import { explainQuote } from "#lib/money/quote-arithmetic";
import { classNames } from "#lib/text/class-names";
import { formatDate, formatTime, formatUtc, formatWait } from "#lib/text/format-time";
import { inSentence } from "#lib/text/in-sentence";
import { basisOf } from "#lib/words/advice/advice-facts";
import { type PaidReport, paidReport } from "#lib/words/advice/paid-report";
import { feeUnit } from "#lib/words/quote-fee";
import { advisedAmounts } from "#lib/words/transfer-text";
import { sourceWords } from "#lib/words/words";

type Props = {
  transfer: TransferWithEvents;
  timeZone: string;
  /** What the recipient got, by whoever says so. */
  received: ReactNode;
};

/** What the recipient was reported to get: the page's one figure, who reported it, and what it was worked out from. */
export function PaidCard({ transfer, timeZone, received }: Props) {
  const report = paidReport(transfer);
  // A tick says that all is well.
  const isWell = transfer.standing.reason === null && transfer.standing.sources === null;
  return (
    <section
      aria-labelledby="reported-paid"
      className="rounded-xl border border-line bg-surface print:hidden"
    >
      <div className="p-5 max-sm:p-4">
        <div className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]/5">
          <h2
            id="reported-paid"
            className={classNames(
              "flex items-center gap-2 text-[0.8125rem]/5 font-medium",
              isWell ? "text-ok" : "text-warn",
            )}
          >
            <Mark
              shape={isWell ? "tick" : "triangle"}
              className="size-4 shrink-0 [--silhouette-hole:var(--color-surface)]"
            />
            Reported paid
          </h2>
          <p className="text-muted max-sm:w-full">
            by {inSentence(sourceWords[report?.source ?? transfer.statusSource])}
            {report !== undefined && (
              <ReportedAt report={report} createdAt={transfer.createdAt} timeZone={timeZone} />
            )}
          </p>
        </div>
        <Figure transfer={transfer} />
        <WorkedOut transfer={transfer} />
      </div>
      {received}
    </section>
  );
}

/** ` · 17:12:48, 9 min after creation`; the day too, where it is another. */
function ReportedAt({
  report: { at },
  createdAt,
  timeZone,
}: {
  report: PaidReport;
  createdAt: string;
  timeZone: string;
}) {
  const isSameDay = formatDate(at, timeZone) === formatDate(createdAt, timeZone);
  const time = formatTime(at, timeZone, { hasSeconds: true });
  const seconds = Math.max(1, Math.round((Date.parse(at) - Date.parse(createdAt)) / 1_000));
  return (
    <>
      {" · "}
      <time translate="no" dateTime={at} title={formatUtc(at)}>
        {isSameDay ? (time.split(", ")[1] ?? time) : time}
      </time>
      , {seconds < 60 ? `${seconds} s` : formatWait(createdAt, Date.parse(at))} after creation
    </>
  );
}

function Figure({ transfer }: Pick<Props, "transfer">) {
  const advised = advisedAmounts(transfer);
  if (advised === null)
    return <p className="mt-2">No amount was quoted. The service doesn’t report what was paid.</p>;
  const figure = formatFiat(advised.amount);
  return (
    <>
      <p
        translate="no"
        className={classNames("mt-2 font-semibold tracking-tight wrap-anywhere tabular-nums", sizeOf(figure))}
      >
        {figure} <span className="text-lg font-normal tracking-normal text-muted">{transfer.currency}</span>
      </p>
      <p className="mt-2 text-[0.8125rem]/5 text-muted">{basisOf(advised, transfer.currency)}</p>
    </>
  );
}

/** A long figure stays on its line. */
function sizeOf(figure: string): string {
  if (figure.length > 20) return "text-lg/9 min-[22.5rem]:text-2xl/9";
  return figure.length > 15
    ? "text-[1.75rem]/9 sm:text-[2rem]/10"
    : "text-[1.75rem]/9 min-[22.5rem]:text-[2rem]/10 sm:text-[2.5rem]/12";
}

/** Arrived, fee and rate in one line, with signs where they give the figure. */
function WorkedOut({ transfer }: Pick<Props, "transfer">) {
  const { amount, fromCurrency, currency, quote, deposit, acceptedOutput, paidOut } = transfer;
  if (quote === null) return null;
  const isExact = deposit.amount === null || compareAmounts(deposit.amount, amount) === 0;
  const { kind } = explainQuote({ ...quote, amount });
  const isQuote = acceptedOutput === null && paidOut === null;
  const signsOf = isExact && isQuote ? (signs[kind] ?? []) : [];
  const quoted = [
    {
      term: "Fee, quoted",
      figure: formatPadded(quote.fee),
      unit: feeUnit(transfer) ?? "currency not stated",
    },
    { term: "Rate, quoted", figure: formatPadded(quote.rate), unit: currency },
  ];
  if (kind === "fee_in_payout") quoted.reverse();
  return (
    <dl className="mt-4 flex flex-wrap gap-x-3 gap-y-3 border-t border-line pt-4">
      {deposit.amount === null ? (
        <Part term="Asked for" figure={formatPadded(amount)} unit={fromCurrency} />
      ) : (
        <Part
          term={deposit.label === "seen" ? "Seen, not confirmed" : "Arrived"}
          figure={formatPadded(deposit.amount)}
          unit={fromCurrency}
        />
      )}
      {quoted.map((part, place) => (
        <Part key={part.term} {...part} sign={signsOf[place]} />
      ))}
    </dl>
  );
}

const signs: Partial<Record<ReturnType<typeof explainQuote>["kind"], [string, string]>> = {
  fee_in_token: ["−", "×"],
  no_fee: ["−", "×"],
  fee_in_payout: ["×", "−"],
};

type PartProps = { term: string; figure: string; unit: string; sign?: string | undefined };

function Part({ term, figure, unit, sign }: PartProps) {
  return (
    // The sign stays in the card where a long figure begins a line.
    <div className={classNames("relative min-w-0", sign === undefined ? "not-first:pl-5" : "pl-5")}>
      <dt className="text-xs text-muted">{term}</dt>
      <dd translate="no" className="wrap-anywhere">
        {sign !== undefined && (
          <span aria-hidden="true" className="absolute left-0 w-2 text-center text-muted">
            {sign}
          </span>
        )}
        <span className="font-medium">{figure}</span>{" "}
        <span className="text-[0.8125rem] text-muted">{unit}</span>
      </dd>
    </div>
  );
}
