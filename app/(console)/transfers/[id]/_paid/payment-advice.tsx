import type { ReactNode } from "react";
import { AccountNumber } from "#components/bank/account-number";
import { PrintButton } from "#components/transfer/sheet/print-button";
import { SheetHead } from "#components/transfer/sheet/sheet-head";
import { CopyButton } from "#components/ui/copy-button";
import { ExternalLink, Printer } from "#components/ui/icon";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Asset } from "#lib/asset/asset";
import { explorerTxUrl } from "#lib/asset/assets";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import { logoPath } from "#lib/contract/letterhead/logo-path";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import type { ListedDeposit } from "#lib/server/standing/deposit-facts";
import { formatDate } from "#lib/text/format-time";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { feeWords } from "#lib/words/quote-fee";
import { adviceText, advisedAmounts, arrivalWords } from "#lib/words/transfer-text";
import { sourceWords } from "#lib/words/words";
import { mostListed } from "../_deposit/deposit-list";
import { OwnTextRows } from "../_facts/transfer-facts";
import { ZonedTime } from "../zoned-time";
import { basisOf } from "./paid-card";
import { type PaidReport, paidReport } from "./paid-report";

type Props = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  networkName: string;
  timeZone: string;
  isSandbox: boolean;
  /** Nothing is wrong: to print it is what the page is for. */
  isLead: boolean;
  /** Those in its token at its address. */
  deposits: readonly ListedDeposit[];
  letterhead: Letterhead;
};

/** What finance sends to the recipient: a sheet that prints as it is seen, and the same as text. */
export function PaymentAdvice(props: Props) {
  const { transfer, networkName, isSandbox, isLead, deposits, letterhead } = props;
  const transactions = hashesOf(deposits);
  return (
    <section
      aria-labelledby="advice"
      data-advice
      className="overflow-clip rounded-xl border border-line bg-sunken print:overflow-visible print:border-0 print:bg-transparent"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-line bg-surface px-card py-2 print:hidden">
        <h2 id="advice" className="max-sm:w-full">
          Payment advice
        </h2>
        <p className="mr-auto text-[0.8125rem]/5 text-muted max-sm:hidden">prints as you see it</p>
        <CopyButton
          text={adviceText(transfer, { networkName, isSandbox, transactions, sender: letterhead })}
          size="small"
        >
          Copy as text
        </CopyButton>
        <PrintButton variant={isLead ? "primary" : "secondary"}>
          <Printer className="size-4" />
          Print or save as PDF
        </PrintButton>
      </div>
      <div className="m-5 sheet rounded-sm p-5 shadow-sm max-sm:m-3 max-sm:p-4 sm:px-8 sm:py-7 print:m-0 print:p-0 print:shadow-none">
        <Sheet {...props} report={paidReport(transfer)} />
      </div>
    </section>
  );
}

type SheetProps = Props & { report: PaidReport | undefined };

function Sheet({
  transfer,
  networkName,
  timeZone,
  isSandbox,
  report,
  letterhead,
  ...ofDeposits
}: SheetProps) {
  const { id, transactionId, fromCurrency, accountName, bankName, quote, currency } = transfer;
  const fee = feeWords(transfer);
  return (
    <>
      <SheetHead
        letterhead={letterhead}
        logo={letterhead.logo === null ? undefined : logoPath(letterhead.logo.hash)}
        date={formatDate(report?.at ?? transfer.updatedAt, timeZone)}
      />
      <PaidAmount transfer={transfer} isSandbox={isSandbox} />
      <SummaryList isRuled className="text-[0.8125rem]/5 print:columns-1!">
        <SummaryRow term="Paid to">{accountName}</SummaryRow>
        <SummaryRow term="Bank and account">
          {showInvisible(bankName)} · <AccountNumber digits={transfer.accountNumber} />
        </SummaryRow>
        <OwnTextRows transfer={transfer} isAdvice />
        <ArrivedRow transfer={transfer} networkName={networkName} />
        {quote !== null && fee !== null && (
          <SummaryRow term="Fee and rate, quoted">
            {fee} · {formatPadded(quote.rate)} {currency} for 1 {fromCurrency}
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
        <DepositRow {...ofDeposits} />
        {transactionId !== null && (
          <SummaryRow term="Transaction ID">
            <Copied text={transactionId} of="transaction ID" />
          </SummaryRow>
        )}
        <SummaryRow term="Transfer ID">
          <Copied text={id} of="transfer ID" />
        </SummaryRow>
      </SummaryList>
    </>
  );
}

/** What the recipient gets, and whose figure that is. */
function PaidAmount({ transfer, isSandbox }: Pick<Props, "transfer" | "isSandbox">) {
  const { accountName, currency } = transfer;
  const advised = advisedAmounts(transfer);
  return (
    <div className="pt-4 pb-2">
      {isSandbox && <p className="font-semibold text-sandbox">Sandbox: no real money</p>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        {advised !== null && (
          <span translate="no" className="text-xl font-semibold wrap-anywhere tabular-nums">
            {formatFiat(advised.amount)} {currency}
          </span>
        )}
        <span className="foreign-text min-w-0 text-[0.8125rem]/5">
          {advised === null ? "Reported" : "reported"} paid to {accountName}
        </span>
      </p>
      <p className="text-xs text-muted">
        {advised === null
          ? "This transfer had no quote, so no payout amount is shown."
          : basisOf(advised, currency)}
      </p>
    </div>
  );
}

/** By the network; what nobody saw there is said as what was asked for. */
function ArrivedRow({ transfer, networkName }: Pick<Props, "transfer" | "networkName">) {
  const arrival = arrivalWords(transfer, networkName);
  const asked = `${formatPadded(transfer.amount)} ${transfer.fromCurrency} on ${networkName}`;
  const isAsAsked = transfer.deposit.label === "exact";
  return (
    <>
      {!isAsAsked && <SummaryRow term="Asked for">{asked}</SummaryRow>}
      {arrival !== undefined && (
        <SummaryRow term="Arrived">
          {isAsAsked ? asked : arrival.amount}
          {arrival.note !== undefined && <Muted>{arrival.note}</Muted>}
        </SummaryRow>
      )}
    </>
  );
}

/** Each hash whole, with its amount where there are several. */
function DepositRow({ deposits, asset }: Pick<Props, "deposits" | "asset">) {
  if (deposits.length === 0) return null;
  const more = deposits.length - mostListed;
  return (
    <SummaryRow term={deposits.length === 1 ? "Deposit transaction" : "Deposit transactions"}>
      <span className="grid gap-y-2 print:gap-y-1">
        {deposits.slice(0, mostListed).map(({ tx, amount, symbol }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and the list is drawn whole.
          <span key={place}>
            {deposits.length > 1 && `${formatPadded(amount)} ${symbol} `}
            <Copied text={tx} of="transaction hash" url={asset && explorerTxUrl(asset, tx)} />
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

function Copied({ text, of, url }: { text: string; of: string; url?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span translate="no" className="foreign-text min-w-0 font-mono text-xs font-normal">
        {showExactly(text)}
      </span>
      {url !== undefined && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="icon-button -my-1.5 -mr-2 print:hidden"
        >
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">Open it in the block explorer (opens a new tab)</span>
        </a>
      )}
      <CopyButton variant="icon" text={text} className="-my-1.5 -mr-2 print:hidden">
        Copy {of}
      </CopyButton>
    </span>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>;
}
