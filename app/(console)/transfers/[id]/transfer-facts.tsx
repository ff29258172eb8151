import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { formatExact, formatFiat, formatPadded } from "#lib/money/format";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { feeWords } from "#lib/words/quote-fee";
import { updateWords } from "#lib/words/words";
import { AccountNumber } from "./account-number";
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
    <Card title="Details" className={transfer.status === "paid" ? "print:hidden" : undefined}>
      <SummaryList className="text-[0.8125rem]/5">
        <SummaryRow term="Recipient">{accountName}</SummaryRow>
        <SummaryRow term="Account">
          {showInvisible(bankName)} <Mono>{showExactly(bankCode)}</Mono> ·{" "}
          <AccountNumber digits={transfer.accountNumber} />
        </SummaryRow>
        <SummaryRow term="You send">
          {formatPadded(amount)} {fromCurrency} on {networkName}
        </SummaryRow>
        <QuoteRows transfer={transfer} timeZone={timeZone} />
        <OwnTextRows transfer={transfer} />
        <SummaryRow term="Transfer ID" action={<CopyId text={id} of="transfer" />}>
          <Mono>{id}</Mono>
        </SummaryRow>
        <SummaryRow
          term="Transaction ID"
          action={transactionId !== null && <CopyId text={transactionId} of="transaction" />}
        >
          {transactionId === null ? (
            <Missing>Not received</Missing>
          ) : (
            <Mono>{showExactly(transactionId)}</Mono>
          )}
        </SummaryRow>
        <SummaryRow term="Created">
          <ZonedTime at={transfer.createdAt} timeZone={timeZone} />{" "}
          <ZonedOffset at={transfer.createdAt} timeZone={timeZone} className="font-normal text-muted" />
        </SummaryRow>
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
        {transfer.status !== "rejected" && (
          <SummaryRow term="Status updates" isStacked>
            {callbackUrl !== null && <Mono>{callbackUrl}</Mono>}
            <span className="block font-normal text-muted">{updateWords[transfer.updatesGoTo]}</span>
          </SummaryRow>
        )}
      </SummaryList>
    </Card>
  );
}

/** On the details, and on the payment advice what is for the payee. */
export function OwnTextRows({ transfer, isAdvice = false }: { transfer: Transfer; isAdvice?: boolean }) {
  return ownTextNames.map((name) => {
    const text = transfer[name];
    const isShown = text !== null && (!isAdvice || ownTexts[name].isOnAdvice);
    return (
      isShown && (
        <SummaryRow key={name} term={ownTexts[name].label}>
          {showInvisible(text)}
        </SummaryRow>
      )
    );
  });
}

function QuoteRows({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) {
  const { quote, fromCurrency, currency } = transfer;
  const fee = feeWords(transfer);
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
          {formatFiat(quote.outputAmount)} {currency}
        </span>
      </SummaryRow>
      <SummaryRow term="Rate (quoted)">
        1 {fromCurrency} = {formatExact(quote.rate)} {currency}
      </SummaryRow>
      {fee !== null && (
        <SummaryRow term="Fee (quoted)">
          {fee.fee} <span className="font-normal text-muted">({fee.basis})</span>
        </SummaryRow>
      )}
      <SummaryRow term="Quoted">
        <ZonedTime at={quote.quotedAt} timeZone={timeZone} />
        <span className="block font-normal text-muted">
          The rate isn’t locked: the recipient may get more or less.
        </span>
      </SummaryRow>
    </>
  );
}

function CopyId({ text, of }: { text: string; of: string }) {
  return (
    <CopyButton text={text} size="small">
      Copy<span className="sr-only"> {of} ID</span>
    </CopyButton>
  );
}

function TransferLink({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}`} className="text-link font-mono text-[0.8125rem]">
      {id}
    </PageLink>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="foreign-text font-mono text-[0.8125rem] font-normal">{children}</span>;
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}
