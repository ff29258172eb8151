import type { ReactNode } from "react";
import { Mark } from "#components/chip/mark";
import { CopyButton } from "#components/ui/copy-button";
import { Printer } from "#components/ui/icon";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatCount, formatExact, formatFiat, formatPadded } from "#lib/money/format";
import type { ListedDeposit } from "#lib/server/standing/deposit-facts";
import { classNames } from "#lib/text/class-names";
import { formatDate, formatTime, formatUtc, formatWait } from "#lib/text/format-time";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { canonicalSettlement, wordKey } from "#lib/transfer/status-words";
import { feeUnit, feeWords } from "#lib/words/quote-fee";
import { adviceText, advisedAmounts, arrivalWords } from "#lib/words/transfer-text";
import { sourceWords } from "#lib/words/words";
import { mostListed, Transaction } from "../_deposit/deposit-list";
import { PrintButton } from "../_head/print-button";
import { ZonedTime } from "../zoned-time";
import { AccountNumber } from "./account-number";
import { BusinessName } from "./business-name";
import { OwnTextRows } from "./transfer-facts";

type Props = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  networkName: string;
  timeZone: string;
  isSandbox: boolean;
  /** Those in its token at its address. */
  deposits: readonly ListedDeposit[];
  /** Beside the buttons: what comes after a payment. */
  after: ReactNode;
};

/** What finance sends to the recipient: one printed page, and the same as text. */
export function PaymentAdvice(props: Props) {
  const { transfer, asset, networkName, timeZone, isSandbox, deposits, after } = props;
  const { id, transactionId, amount, fromCurrency, accountName, bankName, quote, currency } = transfer;
  const report = paidReport(transfer);
  const fee = feeWords(transfer);
  return (
    <section
      aria-label="Payment advice"
      data-advice
      className="rounded-xl border border-line bg-surface print:border-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 pt-4 print:hidden">
        <h2 className="flex items-center gap-2.5 text-base/6">
          {/* A tick says that all is well. */}
          {transfer.standing.reason === null && transfer.standing.sources === null ? (
            <Mark shape="tick" className={`${mark} text-ok`} />
          ) : (
            <Mark shape="triangle" className={`${mark} text-warn`} />
          )}
          The service reported this transfer paid
        </h2>
        {report !== undefined && (
          <p className="text-[0.8125rem]/5 text-muted">
            <ReportedAt at={report.at} createdAt={transfer.createdAt} timeZone={timeZone} />
          </p>
        )}
      </div>
      <div className="m-5 rounded-lg border border-line px-5 py-4 print:m-0 print:border-0 print:p-0">
        <AdviceHead transfer={transfer} at={report?.at} timeZone={timeZone} isSandbox={isSandbox} />
        <SummaryList isRuled className="border-t border-line pt-2.5 text-[0.8125rem]/5 print:columns-1!">
          <SummaryRow term="Paid to">{accountName}</SummaryRow>
          <SummaryRow term="Bank and account">
            {showInvisible(bankName)} · <AccountNumber digits={transfer.accountNumber} />
          </SummaryRow>
          <OwnTextRows transfer={transfer} isAdvice />
          <SummaryRow term="Asked for">
            {formatPadded(amount)} {fromCurrency} on {networkName}
          </SummaryRow>
          <ArrivedRow transfer={transfer} networkName={networkName} />
          <DepositRow deposits={deposits} asset={asset} />
          {quote !== null && fee !== null && (
            <SummaryRow term="Fee and rate (quoted)">
              {fee.fee} · {formatExact(quote.rate)} {currency} for 1 {fromCurrency}
              {feeUnit(transfer) === null && <Muted>Fee: {fee.basis}</Muted>}
            </SummaryRow>
          )}
          <ReportRows transfer={transfer} report={report} timeZone={timeZone} />
          {transactionId !== null && (
            <SummaryRow term="Transaction ID">
              <Copied text={transactionId} of="transaction" />
            </SummaryRow>
          )}
          <SummaryRow term="Transfer ID">
            <Copied text={id} of="transfer" />
          </SummaryRow>
        </SummaryList>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3.5 print:hidden">
        <PrintButton variant="primary">
          <Printer className="size-4" />
          Print or save as PDF
        </PrintButton>
        <CopyButton
          text={adviceText(transfer, { networkName, isSandbox, transactions: hashesOf(deposits) })}
          size="small"
        >
          Copy as text
        </CopyButton>
        {after}
      </div>
    </section>
  );
}

const mark = "size-5 shrink-0 [--silhouette-hole:var(--color-surface)]";

type AdviceHeadProps = Pick<Props, "transfer" | "timeZone" | "isSandbox"> & { at: string | undefined };

/** What the recipient gets, from whom and when. */
function AdviceHead({ transfer, at, timeZone, isSandbox }: AdviceHeadProps) {
  const advised = advisedAmounts(transfer);
  return (
    <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div>
        <p className="text-[0.8125rem]/5 text-muted print:text-xl print:font-semibold print:text-ink">
          Payment advice
        </p>
        {isSandbox && <p className="font-semibold text-warn">Sandbox: no real money</p>}
        {advised === null ? (
          <p className="text-muted">This transfer had no quote, so no payout amount is shown.</p>
        ) : (
          <>
            <p
              translate="no"
              className={classNames(
                "font-semibold tracking-tight wrap-anywhere tabular-nums",
                formatFiat(advised.amount).length > 15 ? "text-xl/9" : "text-3xl/9",
              )}
            >
              {formatFiat(advised.amount)} <span className="text-lg">{transfer.currency}</span>
            </p>
            <p className="max-w-84 text-xs text-muted">
              {advised.fresh === null
                ? "As quoted."
                : `As accepted. The quote at creation was ${formatFiat(advised.fresh)} ${transfer.currency}.`}{" "}
              The service doesn’t report the final amount.
            </p>
          </>
        )}
      </div>
      <p className="foreign-text text-[0.8125rem]/5 font-medium sm:ml-auto sm:max-w-56 sm:text-right">
        <BusinessName />
        <span className="block font-normal text-muted">{formatDate(at ?? transfer.updatedAt, timeZone)}</span>
      </p>
    </div>
  );
}

/** The first report that says so. */
function paidReport({ evidence, taughtWords }: TransferWithEvents) {
  return evidence.find(
    ({ kind, text, isQuarantined }) =>
      kind === "callback" &&
      !isQuarantined &&
      (taughtWords.find(({ word }) => word === wordKey(text ?? ""))?.meaning ??
        canonicalSettlement(text ?? "")) === "paid",
  );
}

/** `17:12, 9 min after creation`; the day too, where it is another. */
function ReportedAt({ at, createdAt, timeZone }: { at: string; createdAt: string; timeZone: string }) {
  const isSameDay = formatDate(at, timeZone) === formatDate(createdAt, timeZone);
  const [, clock] = formatTime(at, timeZone).split(", ");
  const seconds = Math.max(1, Math.round((Date.parse(at) - Date.parse(createdAt)) / 1_000));
  return (
    <>
      <time dateTime={at} title={formatUtc(at)}>
        {isSameDay ? clock : formatTime(at, timeZone)}
      </time>
      , {seconds < 60 ? `${seconds} s` : formatWait(createdAt, Date.parse(at))} after creation
    </>
  );
}

type ReportRowsProps = Pick<Props, "transfer" | "timeZone"> & { report: ReturnType<typeof paidReport> };

/** Who says that it was paid. What we matched it with is no concern of the recipient. */
function ReportRows({ transfer, report, timeZone }: ReportRowsProps) {
  return (
    <>
      <SummaryRow term="Reported paid by">
        {report === undefined ? (
          sourceWords[transfer.statusSource]
        ) : (
          <>
            {sourceWords[report.source]}, <ZonedTime at={report.at} timeZone={timeZone} />
          </>
        )}
      </SummaryRow>
      {transfer.matchedAt !== null && (
        <SummaryRow term="Matched with our bank statement" isForUs>
          <ZonedTime at={transfer.matchedAt} timeZone={timeZone} />
        </SummaryRow>
      )}
    </>
  );
}

/** By the network: what nobody saw there is not said. */
function ArrivedRow({ transfer, networkName }: Pick<Props, "transfer" | "networkName">) {
  const arrival = arrivalWords(transfer, networkName);
  if (arrival === undefined) return null;
  return (
    <SummaryRow term="Arrived">
      {arrival.amount}
      {arrival.note !== undefined && <Muted>{arrival.note}</Muted>}
    </SummaryRow>
  );
}

/** Each hash whole on paper, with its amount where there are several. */
function DepositRow({ deposits, asset }: Pick<Props, "deposits" | "asset">) {
  if (deposits.length === 0) return null;
  const more = deposits.length - mostListed;
  return (
    <SummaryRow term={deposits.length === 1 ? "Deposit transaction" : "Deposit transactions"}>
      <span className="grid justify-items-end gap-y-3 print:gap-y-1">
        {deposits.slice(0, mostListed).map(({ tx, amount, symbol }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and the list is drawn whole.
          <span key={place}>
            {deposits.length > 1 && `${formatPadded(amount)} ${symbol} `}
            <Transaction tx={tx} asset={asset} />
          </span>
        ))}
        {more > 0 && <Muted>And {formatCount(more)} more</Muted>}
      </span>
    </SummaryRow>
  );
}

function hashesOf(deposits: readonly ListedDeposit[]): string[] {
  return [...new Set(deposits.map(({ tx }) => tx))];
}

function Copied({ text, of }: { text: string; of: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span translate="no" className="foreign-text min-w-0 font-mono text-xs font-normal">
        {showExactly(text)}
      </span>
      <CopyButton variant="icon" text={text} className="-my-1.5 -mr-2">
        Copy {of} ID
      </CopyButton>
    </span>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>;
}
