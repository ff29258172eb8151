import { AccountNumber } from "#components/bank/account-number";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { NameConfirmed } from "#components/payee/name-confirmed";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { roleWords } from "#lib/contract/roles";
import { progressWords } from "#lib/features/controls/approval-words";
import { neededWords } from "#lib/features/controls/control-words";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { formatFiat, formatPadded } from "#lib/money/format";
import { formatMoment } from "#lib/text/format-time";
import { inSentence } from "#lib/text/in-sentence";
import { showInvisible } from "#lib/text/visible-text";
import { statusWords } from "#lib/words/words";

type Props = { request: ApprovalDetail };
type Clock = { now: number; timeZone: string };

/** To whom, where and for what, with the whole account. */
export function PayoutFacts({
  transfer,
  networkName,
  payee,
  nameConfirmed,
  now,
  timeZone,
}: Clock & {
  transfer: TransferWithEvents;
  networkName: string;
  /** Who is saved with this account. */
  payee: Payee | undefined;
  nameConfirmed: ApprovalDetail["nameConfirmed"];
}) {
  const { bankCode, bankName, accountNumber, accountName, reference, purpose, replaces } = transfer;
  return (
    <>
      <PayeeDoubts payee={payee} now={now} />
      <SummaryList className="mt-4">
        <SummaryRow term="Bank">{showInvisible(bankName)}</SummaryRow>
        <SummaryRow term="Account number">
          <span className="text-lg/6">
            <AccountNumber digits={accountNumber} />
          </span>
          {hasWrongCheckDigit({ code: bankCode, name: bankName }, accountNumber) && (
            <span className="block text-[0.8125rem]/5 text-warn">
              It may have a wrong digit. {wrongCheckDigit}
            </span>
          )}
        </SummaryRow>
        <SummaryRow term="Account name">
          {showInvisible(accountName)}
          {nameConfirmed !== null && (
            <span className="block text-muted">
              <NameConfirmed confirmation={nameConfirmed} timeZone={timeZone} />
            </span>
          )}
        </SummaryRow>
        <SummaryRow term="Network">{networkName}</SummaryRow>
        {reference !== null && <SummaryRow term="Reference">{showInvisible(reference)}</SummaryRow>}
        {purpose !== null && <SummaryRow term="Purpose">{showInvisible(purpose)}</SummaryRow>}
        {replaces !== null && (
          <SummaryRow term="Asked again for">
            <PageLink href={`/transfers/${replaces}`} className="text-link">
              an earlier transfer
            </PageLink>
          </SummaryRow>
        )}
        <SummaryRow term="Transfer">
          <PageLink href={`/transfers/${transfer.id}`} className="text-link">
            Open the transfer
          </PageLink>
        </SummaryRow>
      </SummaryList>
    </>
  );
}

/** A changed account is what a forged message asks for. */
function PayeeDoubts({ payee, now }: { payee: Payee | undefined; now: number }) {
  const { change = null, proposal = null } = payee ?? {};
  if (change === null && proposal === null) return null;
  return (
    <div className="mt-4 space-y-2 rounded-lg bg-warn-soft p-3">
      {change !== null && <AccountChange change={change} now={now} />}
      {proposal !== null && (
        <p className="foreign-text text-[0.8125rem]/5">
          Another account of this payee waits for an approval: <AccountEnd {...proposal} />.
        </p>
      )}
    </div>
  );
}

export function WhyCard({ request: { state, why, needed, given, confirmed, maker } }: Props) {
  return (
    <Card title={state === "waiting" ? "Why it waits" : "Why it waited"}>
      <p>{why}</p>
      <p className="mt-1 text-[0.8125rem]/5 text-muted">
        Needs {neededWords(needed)}, never by the person who asked. {progressWords(given, needed)} given.
      </p>
      {confirmed.length > 0 && (
        <>
          <h3 className="mt-4 foreign-text">
            {showInvisible(maker.name)} was warned when asking, and ticked
          </h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {confirmed.map((each) => (
              <li key={each} className="foreign-text">
                {each}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

export function LastFive({ request: { newest }, now, timeZone }: Props & Clock) {
  return (
    <Card title="Last five to this account">
      {newest.length === 0 ? (
        <p className="text-muted">No other transfer to this account.</p>
      ) : (
        <ul className="space-y-1.5 text-[0.8125rem]/5">
          {newest.map(({ id, amount, token, createdAt, status }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <PageLink href={`/transfers/${id}`} className="lone-link tabular-nums">
                {formatMoment(createdAt, now, timeZone)}
              </PageLink>
              <span className="text-muted">{statusWord(status)}</span>
              <span translate="no" className="ml-auto font-medium tabular-nums">
                {formatPadded(amount)} {token}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The list has the ledger's own words. */
function statusWord(status: string): string {
  const words: Record<string, { word: string } | undefined> = statusWords;
  return words[status]?.word ?? status;
}

export function Decisions({ request: { decisions, reason }, now, timeZone }: Props & Clock) {
  if (decisions.length === 0) return null;
  return (
    <Card title="Decisions">
      <ul className="space-y-2 text-[0.8125rem]/5">
        {decisions.map(({ person, role, decision, at, output, voidedWhy, lately }) => (
          <li key={`${person} ${at}`} className="foreign-text">
            <p>
              <b className="font-medium">{showInvisible(person)}</b>, {inSentence(roleWords[role].name)},{" "}
              {decision} at {formatMoment(at, now, timeZone)}
              {output !== null && `, having seen ${formatFiat(output)} NGN`}
            </p>
            {lately !== null && <p className="text-warn">{lately}.</p>}
            {voidedWhy !== null && (
              <p className="text-warn">Counts no more: {showInvisible(inSentence(voidedWhy))}.</p>
            )}
          </li>
        ))}
      </ul>
      {reason !== null && (
        <p className="foreign-text mt-2">
          Reason: <bdi>{showInvisible(reason)}</bdi>
        </p>
      )}
    </Card>
  );
}
