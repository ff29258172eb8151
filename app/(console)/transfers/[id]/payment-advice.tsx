import type { ReactNode } from "react";
import { Mark } from "#components/chip/mark";
import { CopyButton } from "#components/ui/copy-button";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatExact, formatFiat, formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { feeWords } from "#lib/words/quote-fee";
import { adviceText } from "#lib/words/transfer-text";
import { sourceWords } from "#lib/words/words";
import { AccountNumber } from "./account-number";
import { BusinessName } from "./business-name";
import { PrintButton } from "./share-buttons";
import { OwnTextRows } from "./transfer-facts";
import { dayOf, ZonedTime } from "./zoned-time";

type Props = { transfer: TransferWithEvents; networkName: string; timeZone: string; isSandbox: boolean };

/** What finance sends to the recipient: one printed page, and the same as text. */
export function PaymentAdvice({ transfer, networkName, timeZone, isSandbox }: Props) {
  const { id, transactionId, amount, fromCurrency, accountName, bankName, quote, currency } = transfer;
  const report = paidReport(transfer);
  const fee = feeWords(transfer);
  return (
    <section aria-label="Payment advice" className="rounded-xl border border-line bg-surface print:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 pt-4 print:hidden">
        <h2 className="flex items-center gap-2.5 text-base/6">
          <Mark shape="tick" className="size-5 shrink-0 text-ok [--silhouette-hole:var(--color-surface)]" />
          The service reported this transfer paid
        </h2>
        {report !== undefined && (
          <p className="text-[0.8125rem]/5 text-muted">
            <ZonedTime at={report.at} timeZone={timeZone} />
          </p>
        )}
      </div>
      <div className="m-5 rounded-lg border border-line px-5 py-4 print:m-0 print:border-0 print:p-0">
        <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div>
            <p className="text-[0.8125rem]/5 text-muted print:text-xl print:font-semibold print:text-ink">
              Payment advice
            </p>
            {isSandbox && <p className="font-semibold text-warn">Sandbox: no real money</p>}
            {quote === null ? (
              <p className="text-muted">The payout was not quoted.</p>
            ) : (
              <>
                <p
                  className={classNames(
                    "font-semibold tracking-tight wrap-anywhere tabular-nums",
                    formatFiat(quote.outputAmount).length > 15 ? "text-xl/9" : "text-3xl/9",
                  )}
                >
                  {formatFiat(quote.outputAmount)} <span className="text-lg">{currency}</span>
                </p>
                <p className="text-xs text-muted">As quoted. The service doesn’t report the final amount.</p>
              </>
            )}
          </div>
          <p className="foreign-text text-[0.8125rem]/5 font-medium sm:ml-auto sm:max-w-56 sm:text-right">
            <BusinessName />
            <span className="block font-normal text-muted">
              {dayOf(report?.at ?? transfer.updatedAt, timeZone)}
            </span>
          </p>
        </div>
        <SummaryList className="border-t border-line pt-2.5 text-[0.8125rem]/5 print:columns-1!">
          <SummaryRow term="Paid to">{accountName}</SummaryRow>
          <SummaryRow term="Bank and account">
            {showInvisible(bankName)} · <AccountNumber digits={transfer.accountNumber} />
          </SummaryRow>
          <OwnTextRows transfer={transfer} isAdvice />
          <SummaryRow term="Sent">
            {formatPadded(amount)} {fromCurrency} on {networkName}
          </SummaryRow>
          {transfer.deposit.amount !== null && (
            <SummaryRow term="Deposit">
              {formatPadded(transfer.deposit.amount)} {fromCurrency} seen on {networkName}
              <Muted>
                Transaction{" "}
                <span className="font-mono wrap-anywhere">{transfer.deposit.transactions[0]}</span>
                {transfer.deposit.transactions.length > 1 &&
                  ` and ${transfer.deposit.transactions.length - 1} more`}
              </Muted>
            </SummaryRow>
          )}
          {quote !== null && fee !== null && (
            <SummaryRow term="Fee and rate (quoted)">
              {fee.fee} · {formatExact(quote.rate)} {currency} for 1 {fromCurrency}
              <Muted>Fee: {fee.basis}</Muted>
            </SummaryRow>
          )}
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
            <SummaryRow term="Matched with our bank statement">
              <ZonedTime at={transfer.matchedAt} timeZone={timeZone} />
            </SummaryRow>
          )}
          {transactionId !== null && (
            <SummaryRow term="Transaction ID">
              <Mono>{showExactly(transactionId)}</Mono>
            </SummaryRow>
          )}
          <SummaryRow term="Transfer ID">
            <Mono>{id}</Mono>
          </SummaryRow>
        </SummaryList>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-4 print:hidden">
        <PrintButton variant="primary">Print or save as PDF</PrintButton>
        <CopyButton text={adviceText(transfer, { networkName, isSandbox })} size="small">
          Copy as text
        </CopyButton>
      </div>
    </section>
  );
}

/** The first report that says so. */
function paidReport({ evidence }: TransferWithEvents) {
  return evidence.find(
    ({ kind, text, isQuarantined }) =>
      kind === "callback" && !isQuarantined && canonicalSettlement(text ?? "") === "paid",
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="foreign-text font-mono text-xs font-normal">{children}</span>;
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>;
}
