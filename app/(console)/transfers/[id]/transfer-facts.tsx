import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { accountGroups, formatExact, formatFiat } from "#lib/money/format";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { updateWords } from "#lib/words/words";
import { ZonedOffset, ZonedTime } from "./zoned-time";

type Props = { transfer: TransferWithEvents; networkName: string; timeZone: string };

export function TransferFacts({ transfer, networkName, timeZone }: Props) {
  const {
    id,
    transactionId,
    amount,
    fromCurrency,
    accountName,
    bankName,
    bankCode,
    callbackUrl,
    replaces,
    replacedBy,
  } = transfer;
  return (
    <Card title="Details">
      <SummaryList>
        <SummaryRow term="Transfer ID" action={<CopyId text={id}>Copy ID</CopyId>}>
          <Mono>{id}</Mono>
        </SummaryRow>
        <SummaryRow
          term="Transaction ID"
          action={transactionId !== null && <CopyId text={transactionId}>Copy ID</CopyId>}
        >
          {transactionId === null ? (
            <Missing>Not received</Missing>
          ) : (
            <Mono>{showExactly(transactionId)}</Mono>
          )}
        </SummaryRow>
        <SummaryRow term="You send">
          {formatExact(amount)} {fromCurrency}
        </SummaryRow>
        <SummaryRow term="Network">{networkName}</SummaryRow>
        <SummaryRow term="Account name">{accountName}</SummaryRow>
        <SummaryRow term="Account number">
          <AccountNumber digits={transfer.accountNumber} />
        </SummaryRow>
        <SummaryRow term="Bank">
          {showInvisible(bankName)} <Mono>{showExactly(bankCode)}</Mono>
        </SummaryRow>
        <QuoteRows transfer={transfer} timeZone={timeZone} />
        <SummaryRow term="Created">
          <ZonedTime at={transfer.createdAt} timeZone={timeZone} />{" "}
          <ZonedOffset at={transfer.createdAt} timeZone={timeZone} className="font-normal text-muted" />
        </SummaryRow>
        {transfer.status !== "rejected" && (
          <SummaryRow term="Status updates" isStacked>
            {callbackUrl !== null && <Mono>{callbackUrl}</Mono>}
            <span className="block text-[13px]/5 font-normal text-muted">
              {updateWords[transfer.updatesGoTo]}
            </span>
          </SummaryRow>
        )}
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
      </SummaryList>
    </Card>
  );
}

function QuoteRows({
  transfer: { quote, fromCurrency, currency },
  timeZone,
}: {
  transfer: Transfer;
  timeZone: string;
}) {
  if (quote === null) {
    return (
      <SummaryRow term="Quote">
        <Missing>Not quoted when it was created</Missing>
      </SummaryRow>
    );
  }
  return (
    <>
      <SummaryRow term="Recipient gets (estimate)">
        <span title={`${formatExact(quote.outputAmount)} ${currency}`}>
          {currency} {formatFiat(quote.outputAmount)}
        </span>
      </SummaryRow>
      <SummaryRow term="Rate (quoted)">
        1 {fromCurrency} = {formatExact(quote.rate)} {currency}
      </SummaryRow>
      <SummaryRow term="Fee (quoted)">
        {formatExact(quote.fee)}{" "}
        <span className="font-normal text-muted">currency not stated by the service</span>
      </SummaryRow>
      <SummaryRow term="Quoted">
        <ZonedTime at={quote.quotedAt} timeZone={timeZone} />
        <span className="block text-[13px]/5 font-normal text-muted">
          The service locks no rate: the recipient may get more or less.
        </span>
      </SummaryRow>
    </>
  );
}

/** The gaps are CSS, so a selection copies only the digits. */
function AccountNumber({ digits }: { digits: string }) {
  const groups = accountGroups(digits).map((text, place) => ({ text, place }));
  return (
    <span className="font-mono">
      {groups.map(({ text, place }) => (
        <span key={place} className={place === 0 ? undefined : "ml-[0.7ch]"}>
          {text}
        </span>
      ))}
    </span>
  );
}

function CopyId({ text, children }: { text: string; children: string }) {
  return (
    <CopyButton text={text} size="small">
      {children}
    </CopyButton>
  );
}

function TransferLink({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}`} className="text-link font-mono text-[13px]">
      {id}
    </PageLink>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="foreign-text font-mono text-[13px] font-normal">{children}</span>;
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}
