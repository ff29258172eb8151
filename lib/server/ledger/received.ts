import type { TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { ReceivedInput, ReceivedWithdrawal } from "#lib/contract/received/received";
import type { Amount } from "#lib/money/money";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { readReceived, storedRecord, storedWithdrawal } from "#lib/server/standing/received-facts";
import { requireStandingFacts } from "#lib/server/standing/standing-facts";
import type { Trx } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { isApart, type ReceivedRecord, type ReceivedSource } from "#lib/transfer/received";
import { settledByReceipt } from "#lib/transfer/standing/print";
import { refusal } from "./contradictions";
import { requireRoom } from "./notes";
import { showTransfer } from "./shown-transfer";
import { appendEvent, holdTransfers } from "./transfer-ledger";
import { findRow } from "./transfer-row";

/**
 * Invariant: what a recipient got is recorded with who says so, on the locked row, and never changed: a record is withdrawn,
 * and both stay.
 */

/** What the payee said. Throws `not_resolvable` where they have said it, and where the transfer may not exist. */
export async function recordReceived(
  id: string,
  { amount, day, toldBy, difference }: ReceivedInput,
  actor: Actor,
): Promise<TransferWithEvents> {
  const record: ReceivedRecord = {
    ...{ source: "payee_said", amount: amount as Amount, day, line: null },
    reason: difference ?? null,
  };
  return act(id, actor, (trx, own) => appendReceived(trx, own, { record, text: toldBy.trim(), actor }));
}

/** Takes back what the payee said. Throws `not_resolvable` where that record doesn't stand. */
export async function withdrawReceived(
  id: string,
  { event, reason }: ReceivedWithdrawal,
  actor: Actor,
): Promise<TransferWithEvents> {
  return act(id, actor, async (trx, own) => {
    const said = (await readReceived(trx, [own])).get(own) ?? [];
    const of = said.find(({ source, events }) => source === "payee_said" && events.includes(Number(event)));
    if (of === undefined) throw refusal("This record was withdrawn already, or is another person’s to undo.");
    await appendWithdrawal(trx, own, { of: Number(event), source: of.source, text: reason.trim(), actor });
  });
}

type Withdrawn = { of: number; source: ReceivedSource; text: string; actor: Actor };

/** Takes back a record that stands, with its audit entry, for a locked transfer and a person who was judged again. */
export async function appendWithdrawal(
  trx: Trx,
  id: string,
  { of, source, text, actor }: Withdrawn,
): Promise<void> {
  await appendEvent(trx, id, {
    ...{ source: "person", person_name: actor.person.email, kind: "received_withdrawn" },
    ...{ text, raw: storedWithdrawal(of), raw_encoding: "utf8" },
  });
  await appendAudit(trx, {
    ...originOf(actor),
    ...{ action: "received_withdrawn", recordId: id, detail: { said: source } },
  });
}

async function act(
  id: string,
  actor: Actor,
  write: (trx: Trx, own: string) => Promise<void>,
): Promise<TransferWithEvents> {
  const own = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "note");
    const row = await findRow(trx, id);
    await holdTransfers(trx, [row.id]);
    await write(trx, row.id);
    return row.id;
  });
  return showTransfer(own, actor);
}

type Appended = { record: ReceivedRecord; text: string | null; actor: Actor };

/**
 * With its audit entry, for a locked transfer and a person who was judged again. A source that names no line says it once.
 * Throws `not_resolvable`, and `invalid_input` for a day that can't be.
 */
export async function appendReceived(trx: Trx, id: string, { record, text, actor }: Appended): Promise<void> {
  await requireReceivable(trx, id, record);
  const facts = await requireStandingFacts(trx, id);
  if (record.line === null && facts.received.some(({ source }) => source === record.source))
    throw refusal("What the payee got is recorded already. Withdraw that record first.");
  const reason = isApart(record.amount, facts) ? record.reason : null;
  await appendEvent(trx, id, {
    ...{ source: "person", person_name: actor.person.email, kind: "received", text },
    ...{ raw: storedRecord({ ...record, reason }), raw_encoding: "utf8" },
    // What is settled is what stands now: whatever comes beside it is news, and so is a difference that nobody explains.
    word: settledByReceipt(facts),
  });
  await trx.updateTable("transfers").set({ due_at: null }).where("id", "=", id).execute();
  await appendAudit(trx, {
    ...originOf(actor),
    ...{ action: "received_recorded", recordId: id },
    detail: { said: record.source, amount: record.amount, day: record.day },
  });
}

/** Of a locked transfer; `undefined` where a record of this day can be made. */
export function whyNotReceivable(
  trx: Trx,
  id: string,
  record: Pick<ReceivedRecord, "day">,
): Promise<Problem | undefined> {
  return requireReceivable(trx, id, record).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
}

async function requireReceivable(trx: Trx, id: string, { day }: Pick<ReceivedRecord, "day">) {
  await requireRoom(trx, id, "received");
  const row = await findRow(trx, id);
  if (row.submission !== "accepted")
    throw refusal("Only of a transfer that is known to exist at the service can anybody say what arrived.");
  requirePossibleDay(day, row.asked_day);
  return row;
}

function requirePossibleDay(day: string, askedDay: string): void {
  const today = dayOf(Date.now(), env().timeZone);
  const fault =
    day > today
      ? "This day is still to come."
      : day < askedDay
        ? "This day is before the transfer was asked for."
        : undefined;
  if (fault !== undefined)
    throw new Problem("invalid_input", "Nothing was recorded. Correct the day.", {
      errors: [{ path: "day", message: fault }],
    });
}
