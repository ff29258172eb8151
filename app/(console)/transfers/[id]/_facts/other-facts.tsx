import type { ReactNode } from "react";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatExact, formatFiat } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { updatePlaces } from "#lib/words/words";
import { ZonedOffset, ZonedTime } from "../zoned-time";

type Props = { transfer: TransferWithEvents; timeZone: string; children: ReactNode };

/** What is asked for least: behind a native disclosure at the card's head, which a search of the page and paper open. */
export function OtherFacts({ transfer, timeZone, children }: Props) {
  const { status } = transfer;
  return (
    <details className={classNames("on-paper group/others", status === "paid" && "[&:not([open])]:-mb-4")}>
      <summary className="link-button in-card-head">
        <span className="group-open/others:hidden">
          Show all<span className="sr-only"> details</span>
        </span>
        <span className="hidden group-open/others:inline">
          Show fewer<span className="sr-only"> details</span>
        </span>
      </summary>
      <SummaryList
        className={
          status === "paid" ? undefined : "mt-2.5 border-t border-line pt-2.5 print:mt-1.5 print:pt-1.5"
        }
      >
        {children}
        <OtherRows transfer={transfer} timeZone={timeZone} />
      </SummaryList>
    </details>
  );
}

export function OtherRows({ transfer, timeZone }: Omit<Props, "children">) {
  const { callbackUrl, status, address, updatesGoTo } = transfer;
  return (
    <>
      <SummaryRow term="Bank, in full">
        {showInvisible(transfer.bankName)} <Mono>{showExactly(transfer.bankCode)}</Mono>
      </SummaryRow>
      <QuoteRows transfer={transfer} timeZone={timeZone} />
      <SummaryRow term="Created">
        <ZonedTime at={transfer.createdAt} timeZone={timeZone} />{" "}
        <ZonedOffset at={transfer.createdAt} timeZone={timeZone} className="font-normal text-muted" />
      </SummaryRow>
      {status === "paid" && address !== null && (
        <SummaryRow term="Deposit address, closed">
          <Mono>{showExactly(address)}</Mono>
        </SummaryRow>
      )}
      {status === "paid" && <LineageRows transfer={transfer} />}
      {status !== "rejected" && (
        <SummaryRow term="Status updates">
          {callbackUrl !== null ? <Mono>{showExactly(callbackUrl)}</Mono> : updatePlaces[updatesGoTo]}
        </SummaryRow>
      )}
    </>
  );
}

/** The transfers that were made for the same payout. */
export function LineageRows({ transfer: { replaces, replacedBy } }: Pick<Props, "transfer">) {
  return (
    <>
      {replaces !== null && (
        <SummaryRow term="Replaces">
          <TransferLink id={replaces} />
        </SummaryRow>
      )}
      {replacedBy !== null && (
        <SummaryRow term="Replaced by">
          <TransferLink id={replacedBy} />
        </SummaryRow>
      )}
    </>
  );
}

function QuoteRows({ transfer, timeZone }: Omit<Props, "children">) {
  const { quote, currency } = transfer;
  if (quote === null) return null;
  const estimate = formatExact(quote.outputAmount);
  return (
    <>
      <SummaryRow term="Quoted">
        <ZonedTime at={quote.quotedAt} timeZone={timeZone} />
      </SummaryRow>
      {estimate !== formatFiat(quote.outputAmount) && (
        <SummaryRow term="Estimate, not rounded">
          {estimate} {currency}
        </SummaryRow>
      )}
    </>
  );
}

function TransferLink({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}`} className="text-link font-mono">
      {id}
    </PageLink>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return (
    <span translate="no" className="foreign-text font-mono font-normal">
      {children}
    </span>
  );
}
