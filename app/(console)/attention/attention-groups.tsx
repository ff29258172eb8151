import { AttentionMark } from "#components/transfer/attention-mark";
import { TableMarks } from "#components/transfer/table-marks";
import { PageLink } from "#components/ui/page-link";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { AttentionCounts } from "#lib/contract/records";
import { may, type Role } from "#lib/contract/roles";
import { formatPadded, lastFour } from "#lib/money/format";
import { countFor, type AttentionRow as Row } from "#lib/server/attention/attention";
import { formatUtc, formatWait } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionTitles, houseTitles } from "#lib/words/attention-titles";
import { attentionWords } from "#lib/words/attention-words";
import { differingBrief } from "#lib/words/deposit/differing-words";
import { transfersWords } from "#lib/words/insight-words";
import { stakeOf } from "#lib/words/trouble/stake";
import { describeStanding } from "#lib/words/words";
import styles from "./attention-groups.module.css";
import { AttentionRows, type ShownRow } from "./attention-rows";
import { stepOnPage } from "./next-step";

const heads = { amount: "At stake", age: "Waiting", owner: "Owner", step: "" };

type Props = { rows: readonly Row[]; counts: AttentionCounts; now: number; role: Role };

/** Drawn by the server: selection.tsx reads what is ticked from the page. */
export function AttentionGroups({ rows, counts, now, role }: Props) {
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  const mayAct = may(role, "note");
  return (
    <div className="@container overflow-hidden rounded-xl border border-line bg-surface">
      <TableMarks />
      <div className={styles.head}>
        {mayAct && reasons.length > 1 ? (
          <label>
            <input type="checkbox" name="all" />
            Select all on this page
          </label>
        ) : (
          <span aria-hidden="true">Recipient</span>
        )}
        {/* Each group's table names its columns to a listener. */}
        {(["amount", "age", "owner", "step"] as const).map((column) => (
          <span key={column} aria-hidden="true" className={styles[column]}>
            {heads[column]}
          </span>
        ))}
      </div>
      {reasons.map((reason) => (
        <Group
          key={reason}
          reason={reason}
          rows={rows.filter((row) => row.reason === reason)}
          count={countFor(counts, reason)}
          now={now}
          role={role}
        />
      ))}
    </div>
  );
}

type GroupProps = {
  reason: AttentionReason;
  rows: readonly Row[];
  count: number;
  now: number;
  role: Role;
};

function Group({ reason, rows, count, now, role }: GroupProps) {
  const { body } = attentionWords[reason];
  const title = houseTitles[reason] ?? attentionTitles[reason];
  const mayAct = may(role, "note");
  const shownRows = rows.map((row) => shown(row, now));
  const hasStatus = shownRows.some(({ hasNews }) => hasNews);
  return (
    <section id={reason} aria-labelledby={`${reason}-title`} className="border-line not-first:border-t">
      <div className="flex items-start gap-3 bg-page px-4 py-2.5">
        {mayAct && (
          <input
            type="checkbox"
            name="group"
            aria-label={`Select all on this page: ${title}`}
            className="mt-0.5 shrink-0 pointer-coarse:size-6 print:hidden"
          />
        )}
        <AttentionMark reason={reason} className="mt-0.5" />
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 text-[0.8125rem]/5">
          <h2 id={`${reason}-title`} className="text-[0.8125rem]/5">
            {title}
          </h2>
          <span className="text-muted tabular-nums">
            {reason in houseTitles ? transfersWords(count) : count}
          </span>
          {(reason === "unknown_word" || reason === "update_unread") && (
            <PageLink href="/words" className="text-link relative">
              {may(role, "teach_words") ? "Say what it means" : "The service’s words"}
            </PageLink>
          )}
          <p className="min-w-0 flex-[1_1_24rem] text-muted">{body}</p>
        </div>
      </div>
      <table className={styles.table} data-plain={hasStatus ? undefined : ""}>
        <caption className="sr-only">{title}</caption>
        <colgroup>
          {mayAct && <col className={styles.tick} />}
          <col />
          {hasStatus && <col className={styles.status} />}
          <col className={styles.amount} />
          <col className={styles.age} />
          <col className={styles.owner} />
          <col className={styles.step} />
        </colgroup>
        <thead className="sr-only">
          <tr>
            {mayAct && <th scope="col">Select</th>}
            <th scope="col">Recipient</th>
            {hasStatus && <th scope="col">Status</th>}
            <th scope="col">At stake</th>
            <th scope="col">Waiting</th>
            <th scope="col">Owner</th>
            <th scope="col">Next step</th>
          </tr>
        </thead>
        <tbody>
          <AttentionRows
            rows={shownRows}
            reason={reason}
            mayAct={mayAct}
            hasStatus={hasStatus}
            step={stepOnPage(reason, role)}
          />
        </tbody>
      </table>
    </section>
  );
}

function shown({ transfer, reason, owner }: Row, now: number): ShownRow {
  const { id, accountName, bankName, accountNumber, amount, fromCurrency, createdAt, standing } = transfer;
  const fullBank = showInvisible(bankName);
  const bank = `${shortBankName(fullBank)} •• ${lastFour(accountNumber)}`;
  const status = describeStanding(transfer);
  const stake = stakeOf(transfer, reason);
  const isExpected = reason === "no_deposit" && transfer.status === "awaiting_deposit";
  return {
    ...status,
    hasNews: !isExpected && !attentionTitles[reason].startsWith(status.word),
    id,
    name: accountName,
    sum: formatPadded(amount),
    token: fromCurrency,
    stake: { sum: formatPadded(stake.amount), token: showInvisible(stake.symbol), word: stake.word },
    ...(standing.sources === null
      ? { more: bank }
      : { more: differingBrief(standing.sources), hasFigures: true as const }),
    bank: fullBank,
    seen: `${standing.seen}`,
    at: createdAt,
    time: formatUtc(createdAt),
    age: formatWait(createdAt, now),
    owner: owner === null ? null : { name: owner.name },
  };
}
