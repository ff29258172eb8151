import { shortBankName } from "#lib/bank/short-bank-name";
import { may, type Role } from "#lib/contract/roles";
import { formatPadded, lastFour } from "#lib/money/format";
import type { AttentionRow as Row } from "#lib/server/attention/attention";
import { formatDue, formatUtc, formatWait } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { attentionLook } from "#lib/words/attention-looks";
import { attentionTitles } from "#lib/words/attention-titles";
import { differingBrief } from "#lib/words/deposit/differing-words";
import { stakeOf } from "#lib/words/trouble/stake";
import { describeStanding } from "#lib/words/words";
import styles from "./attention-groups.module.css";
import { AttentionRows, type ShownRow } from "./attention-rows";
import { stepOnPage } from "./next-step";

export type TableProps = {
  rows: readonly Row[];
  caption: string;
  now: number;
  role: Role;
  /** Rows of several reasons: each says its own. */
  hasReason: boolean;
};

export function AttentionTable({ rows, caption, now, role, hasReason }: TableProps) {
  const mayAct = may(role, "note");
  const shownRows = rows.map((row) => shown(row, now, role));
  const hasStatus = !hasReason && shownRows.some(({ hasNews }) => hasNews);
  return (
    <table className={styles.table} data-plain={hasStatus || hasReason ? undefined : ""}>
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {mayAct && <col className={styles.tick} />}
        {hasReason && <col className={styles.reason} />}
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
          {hasReason && <th scope="col">Reason</th>}
          <th scope="col">Recipient</th>
          {hasStatus && <th scope="col">Status</th>}
          <th scope="col">At stake</th>
          <th scope="col">Waiting</th>
          <th scope="col">Owner</th>
          <th scope="col">Next step</th>
        </tr>
      </thead>
      <tbody>
        <AttentionRows rows={shownRows} mayAct={mayAct} hasStatus={hasStatus} hasReason={hasReason} />
      </tbody>
    </table>
  );
}

function shown({ transfer, reason, owner, dueAt }: Row, now: number, role: Role): ShownRow {
  const { id, accountName, bankName, accountNumber, amount, fromCurrency, createdAt, standing } = transfer;
  const fullBank = showInvisible(bankName);
  const bank = `${shortBankName(fullBank)} •• ${lastFour(accountNumber)}`;
  const status = describeStanding(transfer);
  const stake = stakeOf(transfer, reason);
  const token = showInvisible(stake.symbol);
  const step = stepOnPage(reason, role);
  const isExpected = reason === "no_deposit" && transfer.status === "awaiting_deposit";
  return {
    ...status,
    hasNews: !isExpected && !attentionTitles[reason].toLowerCase().includes(status.word.toLowerCase()),
    id,
    reason: {
      ...attentionLook(reason),
      id: reason,
      title: reason === "chain_wrong_token" ? `${token}, not ${fromCurrency}` : attentionTitles[reason],
    },
    name: accountName,
    sum: formatPadded(amount),
    token: fromCurrency,
    stake: { sum: formatPadded(stake.amount), token, word: stake.word },
    more: bank,
    ...(standing.sources !== null && { figures: differingBrief(standing.sources) }),
    bank: fullBank,
    seen: `${standing.seen}`,
    at: createdAt,
    time: formatUtc(createdAt),
    age: formatWait(createdAt, now),
    owner: owner === null ? null : { name: owner.name },
    ...(dueAt !== null && { due: { ...formatDue(dueAt, now), time: formatUtc(dueAt) } }),
    ...(step !== undefined && { step }),
  };
}
