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
import type { Role } from "#lib/contract/roles";
import type { ListedDeposit } from "#lib/server/standing/deposit-facts";
import { formatDate } from "#lib/text/format-time";
import { showExactly } from "#lib/text/visible-text";
import { type AdviceLine, adviceFacts, adviceFigure } from "#lib/words/advice/advice-facts";
import { type PaidReport, paidReport } from "#lib/words/advice/paid-report";
import { adviceText } from "#lib/words/transfer-text";
import { ZonedTime } from "../zoned-time";
import { AdviceSender, SentAdvices } from "./sent-advices";

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
  role: Role;
};

/** What finance sends to the recipient: a sheet that prints as it is seen, and the same as text. */
export function PaymentAdvice(props: Props) {
  const { transfer, networkName, isSandbox, isLead, deposits, letterhead, role } = props;
  const transactions = hashesOf(deposits);
  return (
    <section
      aria-labelledby="advice"
      data-advice
      className="overflow-clip rounded-xl border border-line bg-sunken print:overflow-visible print:border-0 print:bg-transparent"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-line bg-surface px-card py-2 print:hidden">
        <h2 id="advice" className="mr-auto max-sm:w-full">
          Payment advice
        </h2>
        <CopyButton
          text={adviceText(transfer, { networkName, isSandbox, transactions, sender: letterhead })}
          size="small"
        >
          Copy as text
        </CopyButton>
        <AdviceSender transfer={transfer} role={role} />
        <PrintButton variant={isLead ? "primary" : "secondary"}>
          <Printer className="size-4" />
          Print or save as PDF
        </PrintButton>
      </div>
      <SentAdvices transfer={transfer} />
      <div className="m-5 sheet rounded-sm p-5 shadow-sm max-sm:m-3 max-sm:p-4 sm:px-8 sm:py-7 print:m-0 print:p-0 print:shadow-none">
        <Sheet {...props} report={paidReport(transfer)} />
      </div>
    </section>
  );
}

type SheetProps = Props & { report: PaidReport | undefined };

function Sheet({ transfer, timeZone, isSandbox, report, letterhead, asset, ...said }: SheetProps) {
  return (
    <>
      <SheetHead
        letterhead={letterhead}
        logo={letterhead.logo === null ? undefined : logoPath(letterhead.logo.hash)}
        date={formatDate(report?.at ?? transfer.updatedAt, timeZone)}
      />
      <PaidAmount transfer={transfer} isSandbox={isSandbox} />
      <SummaryList isRuled className="text-[0.8125rem]/5 print:columns-1!">
        {adviceFacts(transfer, said).map(({ term, lines, more }) => (
          <SummaryRow key={term} term={term}>
            {lines.length === 1 ? (
              lines.map((line) => <Line key={line.text} {...{ line, timeZone, asset }} />)
            ) : (
              <span className="grid gap-y-2 print:gap-y-1">
                {lines.map((line, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and the list is drawn whole.
                  <span key={place}>
                    <Line {...{ line, timeZone, asset }} />
                  </span>
                ))}
                {more !== undefined && <Muted>{more}</Muted>}
              </span>
            )}
          </SummaryRow>
        ))}
      </SummaryList>
    </>
  );
}

/** What the recipient gets, and whose figure that is. */
function PaidAmount({ transfer, isSandbox }: Pick<Props, "transfer" | "isSandbox">) {
  const { figure, said, basis } = adviceFigure(transfer);
  return (
    <div className="pt-4 pb-2">
      {isSandbox && <p className="font-semibold text-sandbox">Sandbox: no real money</p>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        {figure !== null && (
          <span translate="no" className="text-xl font-semibold wrap-anywhere tabular-nums">
            {figure}
          </span>
        )}
        <span className="foreign-text min-w-0 text-[0.8125rem]/5">{said}</span>
      </p>
      <p className="text-xs text-muted">{basis}</p>
    </div>
  );
}

function Line({ line, timeZone, asset }: { line: AdviceLine } & Pick<Props, "timeZone" | "asset">) {
  const { kind, text, lead, note, of = "" } = line;
  return (
    <>
      {lead}
      {kind === "account" && <AccountNumber digits={text} />}
      {kind === "moment" && <ZonedTime at={text} timeZone={timeZone} />}
      {kind === "id" && <Copied text={text} of={of} />}
      {kind === "hash" && <Copied text={text} of={of} url={asset && explorerTxUrl(asset, text)} />}
      {kind === "text" && text}
      {note !== undefined && <Muted>{note}</Muted>}
    </>
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
