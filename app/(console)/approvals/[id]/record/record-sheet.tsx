import type { ReactNode } from "react";
import { AccountNumber } from "#components/bank/account-number";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { Time } from "#components/ui/time";
import { findAsset } from "#lib/asset/assets";
import { neededWords } from "#lib/features/controls/control-words";
import { factorWords } from "#lib/features/controls/server/evidence/evidence-csv";
import type { findEvidence } from "#lib/features/controls/server/evidence/find-evidence";
import type { Decision } from "#lib/features/controls/server/evidence/read-evidence";
import { formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { inSentence } from "#lib/text/in-sentence";
import { showExactly, showInvisible } from "#lib/text/visible-text";
import { statusWords } from "#lib/words/words";

type Found = Awaited<ReturnType<typeof findEvidence>>;
type Props = { evidence: Found; timeZone: string };

const stateWords: Record<Found["request"]["state"], string> = {
  waiting: "Waits for approval",
  approved: "Approved",
  declined: "Declined: nothing was sent",
  withdrawn: "Withdrawn: nothing was sent",
  expired: "Ended, because nobody decided in time: nothing was sent",
};

/** The whole of one request: what, by whom, why, who decided how, and what the service answered. */
export function RecordSheet({ evidence, timeZone }: Props) {
  const { request, transfer, decisions } = evidence;
  return (
    <>
      <div className="pt-4 pb-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span translate="no" className="text-xl font-semibold wrap-anywhere tabular-nums">
            {formatPadded(transfer.amount as Amount)} {transfer.from_currency}
          </span>
          <span className="foreign-text min-w-0 text-[0.8125rem]/5">
            to {showInvisible(transfer.account_name)}
          </span>
        </p>
        <p className="font-medium">{stateWords[request.state]}</p>
      </div>
      <Payout {...evidence} />
      <h2 className="mt-5 border-b border-line pb-1">Asked for</h2>
      <Asked evidence={evidence} timeZone={timeZone} />
      <h2 className="mt-5 border-b border-line pb-1">Decisions</h2>
      {decisions.length === 0 ? (
        <p className="py-2 text-[0.8125rem]/5">Nobody decided.</p>
      ) : (
        <ol className="divide-y divide-line">
          {decisions.map((decision) => (
            <DecisionItem key={decision.id} decision={decision} request={request} timeZone={timeZone} />
          ))}
        </ol>
      )}
      <Proof {...evidence} />
    </>
  );
}

function List({ children }: { children: ReactNode }) {
  return (
    <SummaryList isRuled className="text-[0.8125rem]/5 print:columns-1!">
      {children}
    </SummaryList>
  );
}

function Payout({ request, transfer }: Found) {
  const { bank_name, bank_code, account_number, reference, purpose, replaces } = transfer;
  const networkName = findAsset(env().assets, transfer.asset)?.networkName ?? transfer.network;
  return (
    <List>
      <SummaryRow term="Bank and account">
        {showInvisible(bank_name)} ({showInvisible(bank_code)}) · <AccountNumber digits={account_number} />
      </SummaryRow>
      <SummaryRow term="Network">{networkName}</SummaryRow>
      {request.naira !== null && (
        <SummaryRow term="Quoted when asked">{formatFiat(request.naira as Amount)} NGN</SummaryRow>
      )}
      {reference !== null && <SummaryRow term="Reference">{showInvisible(reference)}</SummaryRow>}
      {purpose !== null && <SummaryRow term="Purpose">{showInvisible(purpose)}</SummaryRow>}
      {replaces !== null && (
        <SummaryRow term="Asked again for">
          <Code text={replaces} />
        </SummaryRow>
      )}
      <SummaryRow term="Transfer ID">
        <Code text={transfer.id} />
      </SummaryRow>
    </List>
  );
}

function Asked({ evidence, timeZone }: Props) {
  const { request, maker, asked, ended, endedBy, needed, reasons, confirmed, transfer } = evidence;
  return (
    <List>
      <SummaryRow term="By">
        {showInvisible(maker)}, <Time at={request.asked_at} timeZone={timeZone} hasSeconds />
        <EntryLine entry={asked} />
      </SummaryRow>
      <SummaryRow term="Why it waited">{reasons.join("; ")}</SummaryRow>
      {confirmed.length > 0 && <SummaryRow term="Confirmed then">{confirmed.join(" ")}</SummaryRow>}
      <SummaryRow term="Needed">
        {neededWords(needed)}, by rules number {request.rules_n}
      </SummaryRow>
      {request.ended_at === null ? (
        <SummaryRow term="Waits until">
          <Time at={request.expires_at} timeZone={timeZone} hasSeconds />
        </SummaryRow>
      ) : (
        <SummaryRow term="Ended">
          <Time at={request.ended_at} timeZone={timeZone} hasSeconds />, by{" "}
          {endedBy === null ? "this dashboard" : showInvisible(endedBy)}
          <EntryLine entry={ended} />
        </SummaryRow>
      )}
      {transfer.sent_at !== null && (
        <SummaryRow term="Sent">
          <Time at={transfer.sent_at} timeZone={timeZone} hasSeconds />
        </SummaryRow>
      )}
      {transfer.sent_at !== null && (
        <SummaryRow term="The service">
          {statusWords[transfer.status].word}
          {transfer.transaction_id !== null && (
            <>
              , transaction <Code text={transfer.transaction_id} />
            </>
          )}
        </SummaryRow>
      )}
    </List>
  );
}

type ItemProps = { decision: Decision; request: Found["request"]; timeZone: string };

function DecisionItem({ decision, request, timeZone }: ItemProps) {
  const { person_name, role, at, output, reason, voided_why, factor, before, entry, subject_hash } = decision;
  return (
    <li className="foreign-text py-2 text-[0.8125rem]/5 print:break-inside-avoid">
      <p>
        <b className="font-medium">{showInvisible(person_name)}</b> ({role}) {decision.decision},{" "}
        <Time at={at} timeZone={timeZone} hasSeconds />
      </p>
      <p>
        Confirmed it was them: {factorWords(factor)}.
        {output !== null && ` Saw a payout of ${formatFiat(output as Amount)} NGN.`}
      </p>
      {reason !== null && (
        <p>
          Reason: <bdi>{showInvisible(reason)}</bdi>
        </p>
      )}
      {voided_why !== null && (
        <p className="text-warn">Counts no more: {showInvisible(inSentence(voided_why))}.</p>
      )}
      {before.length > 0 && <p>In the 30 days before: {before.map(showInvisible).join("; ")}.</p>}
      {subject_hash !== request.subject_hash && (
        <p className="text-warn">It was of another hash than this request’s.</p>
      )}
      <EntryLine entry={entry} />
    </li>
  );
}

/** From the text alone anybody can compute the hash again. */
function Proof({ request, text }: Found) {
  return (
    <>
      <h2 className="mt-5 border-b border-line pb-1">What was agreed to</h2>
      <List>
        <SummaryRow term="Hash (SHA-256)">
          <Code text={request.subject_hash} />
        </SummaryRow>
        <SummaryRow term="Of this text">{text !== null && <Code text={text} />}</SummaryRow>
        <SummaryRow term="Request ID">
          <Code text={request.id} />
        </SummaryRow>
      </List>
    </>
  );
}

function EntryLine({ entry }: { entry: Decision["entry"] }) {
  return (
    <span className="block text-xs font-normal text-muted">
      {entry === null ? (
        "Not in the audit log"
      ) : (
        <>
          Audit entry <Code text={`${entry.seq}:${entry.hash}`} />
        </>
      )}
    </span>
  );
}

function Code({ text }: { text: string }) {
  return (
    <span translate="no" className="font-mono text-xs font-normal wrap-anywhere">
      {showExactly(text)}
    </span>
  );
}
