import type { ReactNode } from "react";
import { AccountNumber } from "#components/bank/account-number";
import { AccountChange } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat, formatPadded } from "#lib/money/format";
import { subtractAmounts } from "#lib/money/money";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { feeWords } from "#lib/words/quote-fee";
import { LineageRows, OtherFacts, OtherRows } from "./other-facts";

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
  return (
    <Card title="Details" className={isPaid ? "group/facts relative print:hidden" : "group/facts relative"}>
      {!isPaid && (
        <SummaryList>
          <MainRows transfer={transfer} payee={payee} />
          <IdRows {...{ transfer, networkName }} />
        </SummaryList>
      )}
      <Changed payee={payee} />
      <OtherFacts transfer={transfer} timeZone={timeZone}>
        {isPaid && <PayeeRow transfer={transfer} payee={payee} />}
        {isPaid && <AskedRow transfer={transfer} />}
        {chain}
      </OtherFacts>
    </Card>
  );
}

/** All of them, for a fold of another card. */
export function AllFacts({ transfer, networkName, timeZone, payee }: Omit<Props, "chain">) {
  return (
    <>
      <SummaryList className="print:columns-1!">
        <MainRows transfer={transfer} payee={payee} />
        <IdRows {...{ transfer, networkName }} />
        <OtherRows transfer={transfer} timeZone={timeZone} />
      </SummaryList>
      <Changed payee={payee} />
    </>
  );
}

type PayeeProps = Pick<Props, "transfer" | "payee">;

function MainRows({ transfer, payee }: PayeeProps) {
  const { quote, currency } = transfer;
  return (
    <>
      {quote !== null && (
        <SummaryRow term="Recipient gets">
          <span translate="no">
            {formatFiat(quote.outputAmount)} {currency}
          </span>{" "}
          <span className="font-normal text-muted">estimate</span>
        </SummaryRow>
      )}
      <SummaryRow term="Recipient">
        {payee?.name === transfer.accountName ? <PayeeLink payee={payee} /> : transfer.accountName}
      </SummaryRow>
      {payee?.name !== transfer.accountName && <PayeeRow transfer={transfer} payee={payee} />}
      <SummaryRow term="Account">
        {shortBankName(showInvisible(transfer.bankName))} · <AccountNumber digits={transfer.accountNumber} />
      </SummaryRow>
      <QuoteRow transfer={transfer} />
      <OwnTextRows transfer={transfer} />
      <AskedRow transfer={transfer} />
      <LineageRows transfer={transfer} />
    </>
  );
}

function PayeeRow({ payee }: PayeeProps) {
  return (
    payee !== undefined && (
      <SummaryRow term="Payee">
        <PayeeLink payee={payee} />
      </SummaryRow>
    )
  );
}

function PayeeLink({ payee }: { payee: Payee }) {
  return (
    <PageLink href={`/payees/${payee.id}`} className="text-link">
      {showInvisible(payee.name)}
    </PageLink>
  );
}

function Changed({ payee }: Pick<Props, "payee">) {
  return (
    payee?.change != null && (
      <div className="mt-2.5 border-t border-line pt-3">
        <AccountChange change={payee.change} now={Date.now()} />
      </div>
    )
  );
}

function IdRows({ transfer, networkName }: Pick<Props, "transfer" | "networkName">) {
  return (
    <>
      <SummaryRow term="Network">{networkName}</SummaryRow>
      <SummaryRow term="Transfer ID">
        <Id text={transfer.id} of="transfer" />
      </SummaryRow>
      <SummaryRow term="Transaction ID">
        {transfer.transactionId === null ? (
          <Missing>Not received</Missing>
        ) : (
          <Id text={transfer.transactionId} of="transaction" />
        )}
      </SummaryRow>
    </>
  );
}

function OwnTextRows({ transfer }: Pick<Props, "transfer">) {
  return ownTextNames.map((name) => {
    const text = transfer[name];
    return (
      text !== null && (
        <SummaryRow key={name} term={ownTexts[name].label}>
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
    <SummaryRow term="Asked for">
      {formatFiat(askedOutput)} {currency}
      {isShort && (
        <span className="block font-normal text-muted">
          {formatFiat(subtractAmounts(askedOutput, quote.outputAmount))} {currency} less by the quote
        </span>
      )}
    </SummaryRow>
  );
}

function QuoteRow({ transfer }: { transfer: TransferWithEvents }) {
  const { quote, fromCurrency, currency } = transfer;
  const fee = feeWords(transfer);
  if (quote === null)
    return (
      <SummaryRow term="Quote">
        <Missing>Not quoted when it was created</Missing>
      </SummaryRow>
    );
  return (
    <SummaryRow term="Fee and rate, quoted">
      <span translate="no">
        {fee !== null && `${fee} · `}
        {formatPadded(quote.rate)} {currency} for 1 {fromCurrency}
      </span>
    </SummaryRow>
  );
}

function Id({ text, of }: { text: string; of: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span translate="no" className="foreign-text min-w-0 font-mono text-[0.8125rem]/5 font-normal">
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
