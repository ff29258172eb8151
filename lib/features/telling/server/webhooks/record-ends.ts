import { sql } from "kysely";
import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { OffReason } from "#lib/contract/outbox/off-reasons";
import { appendAudit } from "#lib/server/audit/audit";
import { theDashboard } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { countDelivery } from "#lib/server/observe/metrics";
import { isWaiting } from "#lib/server/outbox/deliveries";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";
import { tellAdmins } from "../mail/admin-letters";
import { isGone } from "./chat-answer";
import type { Claim } from "./claim";
import { type Endpoint, type Health, healthAfter, later, newsOf, type TryEnd } from "./endpoint-health";
import { placeOf } from "./endpoint-url";
import type { Answer } from "./post";
import { retryWaitMs, triedForMs } from "./schedule";

/**
 * Invariant: an end is recorded only while its claim holds, with what it means for its endpoint, in one transaction. What
 * another server has claimed since is that server's.
 */

/** `place` is where it was sent. */
export type End = { claim: Claim; answer: Answer; place: string };
/** Now, ISO 8601, by the clock that all servers share. */
export type Clock = (ledger: Db | Trx) => Promise<string>;
export const sharedClock: Clock = (ledger) => readDatabaseTime(ledger);

const tooMany = 429;

export type Outcome = "delivered" | "failed" | "given_up";

/** Returns what became of each; `undefined` where the claim was lost. */
export async function recordEnds(
  ledger: Db,
  ends: readonly End[],
  clock: Clock = sharedClock,
): Promise<(Outcome | undefined)[]> {
  const outcomes = await inTransaction(ledger, async (trx) => {
    const endpoints = await holdEndpoints(trx, ends);
    const now = await clock(trx);
    const places = new Map(endpoints.map((endpoint) => [endpoint.id, placeOf(endpoint)]));
    // What another address answers says nothing of the one that a person has entered since.
    const isOfOldUrl = ({ claim, place }: End) => places.get(claim.endpoint_id ?? "") !== place;
    const delivered = await recordDelivered(trx, ends.filter(isDelivered), now);
    const results: (Outcome | undefined)[] = [];
    for (const end of ends) {
      if (isDelivered(end)) results.push(delivered.has(end.claim.seq) ? "delivered" : undefined);
      else results.push(await (isOfOldUrl(end) ? tryAtOnce : recordFailure)(trx, end, now));
    }
    const ours = ends.filter((_, at) => results[at] !== undefined);
    await appendAttempts(trx, ours, now);
    await writeHealth(
      trx,
      endpoints,
      ends.flatMap((end, at) =>
        results[at] === undefined || isOfOldUrl(end) ? [] : [{ end, outcome: results[at] }],
      ),
      now,
    );
    return results;
  });
  for (const outcome of outcomes) if (outcome !== undefined) countDelivery(outcome);
  return outcomes;
}

function isDelivered({ answer: { status, fault } }: End): boolean {
  return status !== null && status >= 200 && status < 300 && fault === null;
}

/** What the console shows of a try. */
function resultOf({ answer: { status, fault } }: End): string {
  return fault ?? String(status);
}

/** Locked, in one order. SQLite's lock is the database's. */
async function holdEndpoints(trx: Trx, ends: readonly End[]): Promise<Endpoint[]> {
  const ids = [...new Set(ends.flatMap(({ claim }) => claim.endpoint_id ?? []))];
  const query = trx.selectFrom("endpoints").selectAll().where("id", "in", ids).orderBy("id");
  return (isPostgres(trx) ? query.forNoKeyUpdate() : query).execute();
}

async function recordDelivered(trx: Trx, ends: readonly End[], now: string): Promise<Set<number>> {
  if (ends.length === 0) return new Set();
  const rows = ends.map((end) => {
    const { seq, attempts } = end.claim;
    return sql`(cast(${seq} as integer), cast(${attempts} as integer), ${resultOf(end)})`;
  });
  const done = await sql<{ seq: number }>`with ends (of_seq, claimed, said) as (values ${sql.join(rows)})
    update deliveries set state = 'delivered', done_at = ${now}, last_result = ends.said
    from ends where seq = ends.of_seq and attempts = ends.claimed and ${isWaiting} returning seq`.execute(
    trx,
  );
  return new Set(done.rows.map(({ seq }) => seq));
}

async function recordFailure(trx: Trx, end: End, now: string): Promise<Outcome | undefined> {
  const { seq, attempts, subject, endpoint_id } = end.claim;
  const dueAt = nextTry(end, now);
  const kept = await trx
    .updateTable("deliveries")
    .set(({ eb }) => ({ failures: eb("failures", "+", 1), last_result: resultOf(end) }))
    .set(dueAt === undefined ? { state: "given_up", done_at: now } : { due_at: dueAt })
    .where("seq", "=", seq)
    .where("attempts", "=", attempts)
    .where(isWaiting)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) return undefined;
  if (dueAt === undefined) return "given_up";
  // A test holds up no other one.
  if (subject === "") return "failed";
  // They wait for it anyway, and a claim would pass over each of them.
  await trx
    .updateTable("deliveries")
    .set({ due_at: dueAt })
    .where("endpoint_id", "=", endpoint_id)
    .where("subject", "=", subject)
    .where("seq", ">", seq)
    .where("due_at", "<", dueAt)
    .where(isWaiting)
    .execute();
  return "failed";
}

async function tryAtOnce(trx: Trx, end: End, now: string): Promise<Outcome | undefined> {
  const { seq, attempts } = end.claim;
  const kept = await trx
    .updateTable("deliveries")
    .set({ due_at: now, last_result: resultOf(end) })
    .where("seq", "=", seq)
    .where("attempts", "=", attempts)
    .where(isWaiting)
    .executeTakeFirst();
  return kept.numUpdatedRows === 0n ? undefined : "failed";
}

/** `undefined`: it is given up. */
function nextTry({ claim, answer }: End, now: string): string | undefined {
  if (isGone(answer)) return undefined;
  const triedFor = Date.parse(now) - Date.parse(claim.first_try_at ?? now);
  if (triedFor > triedForMs) return undefined;
  const wait = retryWaitMs(claim.failures + 1, answer.retryAfterMs);
  return wait === undefined ? undefined : later(now, wait);
}

async function appendAttempts(trx: Trx, ends: readonly End[], now: string): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ claim, answer: { ms, status, fault } }) => ({
    ...{ delivery_seq: claim.seq, n: claim.attempts, at: later(now, -ms) },
    ...{ ms, status, code: fault },
  }));
  await trx.insertInto("delivery_attempts").values(rows).execute();
}

async function writeHealth(
  trx: Trx,
  endpoints: readonly Endpoint[],
  ends: readonly { end: End; outcome: Outcome | undefined }[],
  now: string,
): Promise<void> {
  for (const before of endpoints) {
    const own = ends.filter(({ end }) => end.claim.endpoint_id === before.id);
    if (own.length === 0) continue;
    let after: Health = before;
    for (const { end, outcome } of own) after = healthAfter(after, tryEndOf(before, end, outcome, now), now);
    const { is_on, off_why, failures_in_row, failing_since, rest_until, last_ok_at, last_result } = after;
    await trx
      .updateTable("endpoints")
      .set({ is_on, off_why, failures_in_row, failing_since, rest_until, last_ok_at, last_result })
      .where("id", "=", before.id)
      .execute();
    await tell(trx, before, after);
  }
}

function tryEndOf({ form }: Endpoint, end: End, outcome: Outcome | undefined, now: string): TryEnd {
  const { status, retryAfterMs } = end.answer;
  return {
    // A channel counts all that is written to it, so the wait that it asks for is meant for all.
    asksMs: status === tooMany && !isForSystems(form) ? retryAfterMs : 0,
    ...{ result: resultOf(end), isDelivered: outcome === "delivered", isTrial: end.claim.isTrial },
    isGone: isGone(end.answer),
    givenUpSince: outcome === "given_up" ? (end.claim.first_try_at ?? now) : null,
  };
}

function offWords(reason: OffReason, lastResult: string | null): string {
  return reason === "gone"
    ? `It answered ${lastResult ?? 410}: it wants no more messages.`
    : "Nothing was delivered for 3 days.";
}

/** The entry names the endpoint, and never where it is. */
async function tell(trx: Trx, before: Endpoint, after: Health): Promise<void> {
  const news = newsOf(before, after);
  if (news === undefined) return;
  const act = { ...theDashboard, recordId: before.id };
  const facts = { name: before.name, host: new URL(before.url).host };
  if (after.off_why !== null && news === "stopped")
    await tellAdmins(trx, "webhook.off", { ...facts, why: offWords(after.off_why, after.last_result) });
  else await tellAdmins(trx, "webhook.failing", facts);
  if (news === "failing") await appendAudit(trx, { ...act, action: "endpoint_failing", detail: {} });
  else if (after.off_why !== null)
    await appendAudit(trx, { ...act, action: "endpoint_stopped", detail: { reason: after.off_why } });
}
