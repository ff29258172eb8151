import { AttentionMark } from "#components/transfer/attention-mark";
import { TableMarks } from "#components/transfer/table-marks";
import { PageLink } from "#components/ui/page-link";
import type { AttentionCounts } from "#lib/contract/records";
import { may, type Role } from "#lib/contract/roles";
import { countFor, type AttentionRow as Row } from "#lib/server/attention/attention";
import { wholeReasons } from "#lib/server/attention/due";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionTitles, houseTitles } from "#lib/words/attention-titles";
import { attentionWords } from "#lib/words/attention-words";
import { transfersWords } from "#lib/words/sum-words";
import styles from "./attention-groups.module.css";
import { AttentionTable, type TableProps } from "./attention-table";

const heads = { amount: "At stake", age: "Waiting", owner: "Owner", step: "Next step" };
/** Of fewer a group's title would be as long as its rows: the reason is a column. */
const fewestInGroup = 3;
const card = "overflow-hidden rounded-xl border border-line bg-surface";

type Props = { rows: readonly Row[]; counts: Omit<AttentionCounts, "batches">; now: number; role: Role };

/** Drawn by the server: selection.tsx reads what is ticked from the page. A wrong token may be lost: it comes first, alone. */
export function AttentionGroups({ rows, counts, now, role }: Props) {
  const wrong = rows.filter(({ reason }) => reason === "chain_wrong_token");
  const others = rows.filter((row) => !wrong.includes(row));
  const reasons = [...new Set(others.map(({ reason }) => reason))];
  const isFlat = reasons.length > 1 && isFew(counts);
  const table = { now, role, hasReason: isFlat };
  return (
    <div className="@container space-y-4">
      <TableMarks also={["clock"]} />
      {wrong.length > 0 && (
        <div className={`${card} border-fail`}>
          <Group
            {...table}
            reason="chain_wrong_token"
            rows={wrong}
            count={countFor(counts, "chain_wrong_token")}
          />
        </div>
      )}
      {others.length > 0 && (
        <div className={card}>
          <Head hasAll={may(role, "note") && reasons.length > 1} hasReason={isFlat} />
          {isFlat ? (
            <AttentionTable {...table} rows={others} caption="Other transfers that need attention" />
          ) : (
            reasons.map((reason) => (
              <Group
                {...table}
                key={reason}
                reason={reason}
                rows={others.filter((row) => row.reason === reason)}
                count={countFor(counts, reason)}
              />
            ))
          )}
        </div>
      )}
    </div>
  );
}

/** Over all pages, so that each of them looks the same. */
function isFew({ reasons }: Pick<AttentionCounts, "reasons">): boolean {
  const own = reasons.filter(
    ({ reason }) => reason !== "chain_wrong_token" && !wholeReasons.includes(reason),
  );
  return own.reduce((sum, { count }) => sum + count, 0) < fewestInGroup * own.length;
}

/** Each table names its columns to a listener. */
function Head({ hasAll, hasReason }: { hasAll: boolean; hasReason: boolean }) {
  return (
    <div className={styles.head}>
      {hasAll ? (
        <label className={hasReason ? styles.first : undefined}>
          <input type="checkbox" name="all" aria-label="Select all on this page" />
          <span className={hasReason ? styles.narrow : undefined}>Select all on this page</span>
          {hasReason && (
            <span className={styles.reason} aria-hidden="true">
              Reason
            </span>
          )}
        </label>
      ) : (
        <span aria-hidden="true" className={hasReason ? styles.reason : undefined}>
          {hasReason ? "Reason" : "Recipient"}
        </span>
      )}
      {hasReason && (
        <span aria-hidden="true" className={styles.wide}>
          Recipient
        </span>
      )}
      {(["amount", "age", "owner", "step"] as const).map((column) => (
        <span key={column} aria-hidden="true" className={styles[column]}>
          {heads[column]}
        </span>
      ))}
    </div>
  );
}

type GroupProps = Omit<TableProps, "caption" | "rows"> & {
  reason: AttentionReason;
  rows: readonly Row[];
  count: number;
};

function Group({ reason, rows, count, role, ...table }: GroupProps) {
  const title = houseTitles[reason] ?? attentionTitles[reason];
  const isWrong = reason === "chain_wrong_token";
  const hasWords = reason === "unknown_word" || reason === "update_unread";
  return (
    <section id={reason} aria-labelledby={`${reason}-title`} className="border-line not-first:border-t">
      <div className={`flex items-start gap-3 px-4 py-2.5 ${isWrong ? "bg-fail-soft" : "bg-page"}`}>
        {may(role, "note") && (
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
          <span className={`tabular-nums ${isWrong ? "" : "text-muted"}`}>
            {reason in houseTitles ? transfersWords(count) : count}
          </span>
          {hasWords && (
            <PageLink href="/words" className="lone-link relative -my-0.5">
              {may(role, "teach_words") ? "Say what it means" : "The service’s words"}
            </PageLink>
          )}
          <p
            className={`min-w-0 ${hasWords ? "basis-full" : "flex-[1_1_24rem]"} ${isWrong ? "" : "text-muted"}`}
          >
            {attentionWords[reason].body}
          </p>
        </div>
      </div>
      <AttentionTable {...table} role={role} rows={rows} caption={title} />
    </section>
  );
}
