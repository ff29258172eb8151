import type { ReactNode } from "react";
import { AccountChange } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { compareAmounts } from "#lib/money/amount";
import { formatExact, formatFiat } from "#lib/money/format";
import { subtractAmounts } from "#lib/money/money";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { feeWords } from "#lib/words/quote-fee";
import { AccountNumber } from "./account-number";
import { LineageRows, OtherFacts } from "./other-facts";

type Props = {
  transfer: TransferWithEvents;
  networkName: string;
  timeZone: string;
  payee: Payee | undefined;
  /** What the network says, where no card of its own does. */
  chain: ReactNode;
};

/** The facts that people ask for, and the others behind a disclosure; on a paid transfer those that its advice leaves out. */
export function TransferFacts({ transfer, networkName, timeZone, payee, chain }: Props) {
  const isPaid = transfer.status === "paid";
  const payeeLink = payee !== undefined && (
    <PageLink href={`/payees/${payee.id}`} className="text-link">
      {showInvisible(payee.name)}
    </PageLink>
  );
  const isRecipient = payee?.name === transfer.accountName;
  const payeeRow = payeeLink && (isPaid || !isRecipient) && (
    <SummaryRow isBeside term="Payee">
      {payeeLink}
    </SummaryRow>
  );
  return (
    <Card title="Details" className={isPaid ? "group/facts relative print:hidden" : "group/facts relative"}>
      {!isPaid && (
        <div className="grid gap-x-8 text-[0.8125rem]/5 md:grid-cols-2 print:grid-cols-2 max-md:not-print:divide-y max-md:not-print:divide-line">
          <SummaryList className="max-md:pb-2.5 print:columns-1!">
            <SummaryRow isBeside term="Recipient">
              {isRecipient ? payeeLink : transfer.accountName}
            </SummaryRow>
            {payeeRow}
            <SummaryRow isBeside term="Account">
              {shortBankName(showInvisible(transfer.bankName))}{" "}
              <AccountNumber digits={transfer.accountNumber} />
            </SummaryRow>
            <SummaryRow isBeside term="Network">
              {networkName}
            </SummaryRow>
            <SummaryRow term="Transfer ID" isBeside>
              <Id text={transfer.id} of="transfer" />
            </SummaryRow>
          </SummaryList>
          <SummaryList className="max-md:pt-2.5 print:columns-1!">
            <OwnTextRows transfer={transfer} />
            <AskedRow transfer={transfer} />
            <QuoteRows transfer={transfer} />
            <SummaryRow term="Transaction ID" isBeside>
              {transfer.transactionId === null ? (
                <Missing>Not received</Missing>
              ) : (
                <Id text={transfer.transactionId} of="transaction" />
              )}
            </SummaryRow>
          </SummaryList>
        </div>
      )}
      {!isPaid && (transfer.replaces !== null || transfer.replacedBy !== null) && (
        <SummaryList className="mt-2.5 border-t border-line pt-2.5 text-[0.8125rem]/5 print:columns-1!">
          <LineageRows transfer={transfer} />
        </SummaryList>
      )}
      {!isPaid && payee?.change != null && (
        <div className="mt-2.5 border-t border-line pt-3">
          <AccountChange change={payee.change} now={Date.now()} />
        </div>
      )}
      <OtherFacts transfer={transfer} timeZone={timeZone}>
        {isPaid && payeeRow}
        {isPaid && <AskedRow transfer={transfer} />}
        {chain}
      </OtherFacts>
    </Card>
  );
}

/** On the details, and on the payment advice what is for the payee. */
export function OwnTextRows({
  transfer,
  isAdvice = false,
}: {
  transfer: TransferWithEvents;
  isAdvice?: boolean;
}) {
  return ownTextNames.map((name) => {
    const text = transfer[name];
    const isShown = text !== null && (!isAdvice || ownTexts[name].isOnAdvice);
    return (
      isShown && (
        <SummaryRow isBeside={!isAdvice} key={name} term={ownTexts[name].label}>
          {showInvisible(text)}
        </SummaryRow>
      )
    );
  });
}

/** Where the amount was found for what the recipient was to get, and what the quote then fell short of it. */
function AskedRow({ transfer: { askedOutput, quote, currency } }: Pick<Props, "transfer">) {
  if (askedOutput === null) return null;
  const isShort = quote !== null && compareAmounts(quote.outputAmount, askedOutput) < 0;
  return (
    <SummaryRow isBeside term="Asked for">
      {formatFiat(askedOutput)} {currency}
      {isShort && (
        <span className="block font-normal text-muted">
          {formatFiat(subtractAmounts(askedOutput, quote.outputAmount))} {currency} less by the quote
        </span>
      )}
    </SummaryRow>
  );
}

function QuoteRows({ transfer }: { transfer: TransferWithEvents }) {
  const { quote, fromCurrency, currency } = transfer;
  const fee = feeWords(transfer);
  if (quote === null) {
    return (
      <SummaryRow isBeside term="Quote">
        <Missing>Not quoted when it was created</Missing>
      </SummaryRow>
    );
  }
  return (
    <>
      <SummaryRow isBeside term="Rate, quoted">
        <span className="sr-only">1 {fromCurrency} = </span>
        {formatExact(quote.rate)} {currency}
      </SummaryRow>
      {fee !== null && (
        <SummaryRow isBeside term="Fee, quoted">
          {fee.fee}
        </SummaryRow>
      )}
    </>
  );
}

/** Whole for a search of the page, a selection and a screen reader; the eye gets its start until all is shown. */
function Id({ text, of }: { text: string; of: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span
        translate="no"
        title={showExactly(text)}
        className="foreign-text block max-w-[9ch] truncate font-mono font-normal group-has-[details[open]]/facts:max-w-none group-has-[details[open]]/facts:whitespace-normal print:max-w-none print:whitespace-normal"
      >
        {showExactly(text)}
      </span>
      <CopyButton variant="icon" text={text} className="-my-1.5 -mr-2">
        Copy {of} ID
      </CopyButton>
    </span>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}
