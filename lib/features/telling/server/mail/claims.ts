import { type RawBuilder, sql } from "kysely";
import { inTransaction } from "#lib/server/audit/transaction";
import type { MailEnd } from "#lib/server/outbox/outward";
import { againOnConflict } from "#lib/server/tables/again-on-conflict";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { DeliveryRow } from "#lib/server/tables/delivery-rows";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";
import { clockToleranceMs } from "#lib/server/tables/stored-time";

/**
 * Invariant: a mail is one server's until its lease ends, and only that server records how it went. Killed in between, the
 * mail is sent again: once at least, and never lost.
 */

const leaseMs = 60_000;
/** Between two mails of what needs a person. */
const pauseMs = 10 * 60_000;
const minuteMs = 60_000;
/** After each try. */
const pauses = [0.5, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);
const triedForMs = 24 * 60 * minuteMs;

export type ClaimedMail = Pick<
  DeliveryRow,
  "id" | "person_id" | "subject" | "kind" | "body" | "attempts" | "created_at" | "first_try_at"
> & { seq: number; attempts: number };

/** Takes the mails that are due, the oldest first. */
export async function claimMail(ledger: Db, most: number): Promise<ClaimedMail[]> {
  const now = databaseTime(ledger);
  const skip = isPostgres(ledger) ? sql`for update skip locked` : sql``;
  const due = sql`select seq from deliveries as d where channel = 'mail' and state = 'waiting' and due_at <= ${now}
    and ${isItsTurn(ledger)} order by due_at, seq limit ${sql.lit(most)} ${skip}`;
  // Materialized: PostgreSQL must not run it once a row.
  const { rows } = await againOnConflict(() =>
    sql<ClaimedMail>`with picked as materialized (${due})
      update deliveries set due_at = ${databaseTime(ledger, leaseMs)}, attempts = attempts + 1,
        first_try_at = coalesce(first_try_at, ${now})
      where seq in (select seq from picked)
      returning seq, id, person_id, subject, kind, body, attempts, created_at, first_try_at`.execute(ledger),
  );
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Of what needs a person: no earlier one waits, and none was sent in the last ten minutes, by a clock that can be right. */
function isItsTurn(ledger: Db): RawBuilder<unknown> {
  return sql`(kind <> 'needs_you' or not exists (
    select 1 from deliveries as e where e.person_id = d.person_id and e.kind = 'needs_you' and (
      (e.state = 'waiting' and e.seq < d.seq)
      or (e.state = 'delivered' and e.done_at > ${databaseTime(ledger, -pauseMs)}
        and e.done_at < ${databaseTime(ledger, clockToleranceMs)}))))`;
}

/** How a try ended. */
export type Outcome = { state: MailEnd["state"] | "later"; code?: string; ms: number };

type OnEnd = (trx: Trx, mail: ClaimedMail, end: MailEnd) => Promise<void>;

/** Records it, unless somebody else has claimed the mail since. `onEnd` is of the same transaction, once nothing is tried again. */
export async function settleMail(
  ledger: Db,
  mail: ClaimedMail,
  { state, code, ms }: Outcome,
  onEnd?: OnEnd,
): Promise<void> {
  const isOver = Date.now() - Date.parse(mail.first_try_at ?? mail.created_at) >= triedForMs;
  const next = state === "later" && isOver ? "given_up" : state;
  const usual = pauses[Math.min(mail.attempts, pauses.length) - 1] ?? minuteMs;
  const pause = Math.round(usual * (0.9 + Math.random() * 0.2));
  await inTransaction(ledger, async (trx) => {
    const now = databaseTime(trx);
    const settled = await trx
      .updateTable("deliveries")
      .set(
        next === "later"
          ? { due_at: databaseTime(trx, pause), last_result: code ?? null }
          : { state: next, done_at: now, last_result: code ?? null },
      )
      .where("seq", "=", mail.seq)
      .where("state", "=", "waiting")
      .where("attempts", "=", mail.attempts)
      .executeTakeFirst();
    if (settled.numUpdatedRows === 0n) return;
    if (next !== "later") await onEnd?.(trx, mail, { state: next, code: code ?? null });
    if (next === "withdrawn") return;
    const [said] = /\d{3}$/.exec(code ?? "") ?? [];
    const status = said === undefined ? null : Number(said);
    const attempt = {
      delivery_seq: mail.seq,
      n: mail.attempts,
      ms: Math.round(ms),
      status,
      code: code ?? null,
    };
    await trx
      .insertInto("delivery_attempts")
      .values({ ...attempt, at: now })
      .execute();
  });
}
