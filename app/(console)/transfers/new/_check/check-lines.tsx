import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { AccountNumber } from "#components/bank/account-number";
import { Mark } from "#components/chip/mark";
import { QuoteProblem } from "#components/quote/quote-problem";
import { QuoteRefresh } from "#components/quote/quote-refresh";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { Asset } from "#lib/asset/asset";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import type { Bank, TransferInput } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";
import { ownTextNames } from "#lib/transfer/own-texts";
import { feeWords } from "#lib/words/quote-fee";
import { PayeeChange } from "../_details/payee-choice";
import { goToDetails } from "../steps";
import type { ChosenPayee, TransferForm } from "../transfer-form";

const QuoteAnnouncer = lazyPart(() =>
  import("#components/quote/quote-details").then(({ QuoteAnnouncer }) => QuoteAnnouncer),
);

type Props = {
  input: TransferInput;
  bank: Bank;
  payee: ChosenPayee | null;
  token: Asset | undefined;
  live: LiveQuote;
  timeZone: string;
  driftPercent: Amount;
  onAmount: (amount: string) => void;
};

/** What will be created, in three lines: how much, to whom, for what. */
export function CheckLines(props: Props) {
  const { input, bank, payee } = props;
  const [first, ...rest] = ownTextNames.flatMap((name) => input[name] ?? []);
  return (
    <section
      aria-label="The transfer"
      className="divide-y divide-line rounded-xl border border-line bg-surface"
    >
      <AmountLine {...props} />
      <Line term="Recipient" field="bankCode" change="Change the recipient">
        <Main>{input.accountName}</Main>
        <Sub>
          {bank.name} <span className="sr-only">code {bank.code}</span> ·{" "}
          <span className="text-base font-medium text-ink">
            <AccountNumber digits={input.accountNumber} />
          </span>
        </Sub>
        {payee !== null && <Sub>Saved as {payee.name}</Sub>}
        <p className="mt-1 text-xs text-muted">
          The service doesn’t check the name. Compare both with what the recipient gave you.
        </p>
        {payee?.change != null && (
          <div className="mt-2">
            <PayeeChange payee={payee} change={payee.change} />
          </div>
        )}
      </Line>
      {first !== undefined && (
        <Line term="Reference" field="reference" change="Change the reference">
          <Main>{first}</Main>
          <Sub>{[...rest, "not sent to the service"].join(" · ")}</Sub>
        </Line>
      )}
    </section>
  );
}

function AmountLine({ input, token, live, timeZone, driftPercent, onAmount }: Props) {
  const { shown, isCurrent, isDead } = live;
  const symbol = token?.fromCurrency ?? "";
  const amount = input.amount as Amount;
  const fee =
    shown === undefined
      ? null
      : feeWords({ amount, fromCurrency: symbol, currency: shown.currency, quote: shown });
  return (
    <Line term="Amount" field="amount" change="Change the amount">
      <Main>
        {formatPadded(amount)} {symbol} <span className="font-normal text-muted">→</span>
        <span className="sr-only"> becomes about</span>{" "}
        {shown === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <span
            className={classNames((!isCurrent || isDead) && "text-subtle line-through decoration-2")}
            title={`${shown.outputAmount} ${shown.currency}`}
          >
            {formatFiat(shown.outputAmount)} {shown.currency}
          </span>
        )}
      </Main>
      <Sub>
        {[
          `on ${token?.networkName}`,
          ...(fee === null ? [] : [`fee ${fee}`]),
          ...(shown === undefined ? [] : [`rate ${formatPadded(shown.rate)}`]),
        ].join(" · ")}
      </Sub>
      <ShortPayout {...{ input, live, symbol, onAmount }} />
      <QuoteRefresh live={live} timeZone={timeZone} />
      <QuoteProblem live={live} />
      <Suspense>
        <QuoteAnnouncer live={live} symbol={symbol} driftPercent={driftPercent} />
      </Suspense>
    </Line>
  );
}

type LineProps = { term: string; field: keyof TransferForm; change: string; children: ReactNode };

function Line({ term, field, change, children }: LineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-card py-4 sm:grid-cols-[5.25rem_minmax(0,1fr)_auto]">
      <h2 className="pt-0.5 text-[0.8125rem]/6 font-normal text-muted">{term}</h2>
      <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">{children}</div>
      {/* Short on screen, complete for a screen reader. */}
      <button
        type="button"
        aria-label={change}
        onClick={() => goToDetails({ field })}
        className="link-button -my-1 self-start"
      >
        Change
      </button>
    </div>
  );
}

function Main({ children }: { children: ReactNode }) {
  return (
    <p translate="no" className="foreign-text text-lg/6 font-semibold tabular-nums">
      {children}
    </p>
  );
}

function Sub({ children }: { children: ReactNode }) {
  return (
    <p translate="no" className="foreign-text mt-1 text-[0.8125rem]/5 text-muted">
      {children}
    </p>
  );
}

type ShortProps = {
  input: TransferInput;
  live: LiveQuote;
  symbol: string;
  onAmount: (amount: string) => void;
};

/** Where the quote has fallen below what the recipient was to get: both figures, and the amount that reaches it. */
function ShortPayout({ input, live: { usable }, symbol, onAmount }: ShortProps) {
  const { askedOutput, amount, asset } = input;
  const isShort =
    usable !== undefined &&
    askedOutput !== undefined &&
    compareAmounts(usable.outputAmount, askedOutput as Amount) < 0;
  const { placeholderData: _kept, ...query } = quoteQuery({ outputAmount: askedOutput ?? "", asset });
  const { data } = useQuery({ ...query, enabled: isShort });
  if (!isShort) return null;
  const enough =
    data !== undefined && compareAmounts(data.amount, amount as Amount) > 0 ? data.amount : undefined;
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-accent-soft px-3 py-1.5 text-[0.8125rem]/5 text-on-accent-soft"
    >
      <Mark shape="letter-i" />
      <p className="min-w-0 flex-1">
        Asked {formatFiat(askedOutput as Amount)}; now {formatFiat(usable.outputAmount)}.
      </p>
      {enough !== undefined && (
        <Button size="small" className="max-sm:w-full" onClick={() => onAmount(enough)}>
          Send {formatPadded(enough)} {symbol} instead
        </Button>
      )}
    </div>
  );
}
