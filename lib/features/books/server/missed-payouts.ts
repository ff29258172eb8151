import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { appendEvent, holdTransfers, type NewEvent } from "#lib/server/ledger/transfer-ledger";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { formatDate } from "#lib/text/format-time";
import { accepted, notFound, type PayoutRow, readFacts } from "./account-facts";
import { findAccount, type KnownAccount, listAccounts, lockAccount } from "./own-accounts";

/**
 * Says of each payout to an own account whether the account's statements miss it, as events of the transfer, so that it needs
 * attention like any other. Invariant: an event is written only where the last one says otherwise, under the account's lock.
 */

/** In one transaction, so that nobody is kept waiting for thousands. */
const atOnce = 100;
const hourMs = 60 * 60_000;

type Said = { id: string; event: NewEvent };

/** Accounts of which there is more to say. */
const unfinished = new Set<string>();

/**
 * After an act that changes what the statements say; of very many, the rest is said by the next rounds. The act stands whatever
 * becomes of this: it is done again within the hour.
 */
export async function sayMissed(ledger: Db, accountId: string): Promise<void> {
  unfinished.delete(accountId);
  try {
    if (await saySome(ledger, accountId)) unfinished.add(accountId);
  } catch (error) {
    log().error(traitsOf(error), "could not say which payouts the statements miss");
  }
}

let saidAt = Number.NEGATIVE_INFINITY;

/**
 * Every few seconds: one account of those that are unfinished, so that nothing else waits for all of them. At the start and once an
 * hour that is each account, for what a server that was ended left.
 */
export async function goOnSaying(ledger: Db): Promise<void> {
  if (performance.now() - saidAt >= hourMs) {
    saidAt = performance.now();
    for (const { id } of await listAccounts(ledger)) unfinished.add(id);
  }
  const [next] = unfinished;
  if (next !== undefined) await sayMissed(ledger, next);
}

/** Whether there is more. */
async function saySome(ledger: Db, accountId: string): Promise<boolean> {
  // Mostly there is nothing to say, and no lock to wait for.
  if ((await findDue(ledger, await findAccount(ledger, accountId))).length === 0) return false;
  return inTransaction(ledger, async (trx) => {
    const due = await findDue(trx, await lockAccount(trx, accountId));
    const now = due.slice(0, atOnce);
    await holdTransfers(
      trx,
      now.map(({ id }) => id),
    );
    for (const { id, event } of now) await appendEvent(trx, id, event);
    return due.length > now.length;
  });
}

async function findDue(ledger: Db | Trx, account: KnownAccount): Promise<Said[]> {
  const facts = await readFacts(ledger, account);
  const missed = notFound(facts);
  const before = await missedBefore(ledger, account);
  const until = facts.covered.at(-1)?.until ?? "";
  const fresh = missed.filter(({ id }) => !before.has(id)).map((row) => missedEvent(row, account, until));
  const stillMissed = new Set(missed.map(({ id }) => id));
  const over = [...before].filter((id) => !stillMissed.has(id));
  return [
    ...fresh,
    ...over.map((id) => ({ id, event: { source: "dashboard", kind: "not_missed" } satisfies NewEvent })),
  ];
}

function missedEvent({ id, paid_at }: PayoutRow, { payeeName, bankName }: KnownAccount, until: string): Said {
  const day = (iso: string) => formatDate(iso, env().timeZone);
  const text = `Reported paid on ${day(paid_at ?? "")}. The statements of ${payeeName}, ${bankName}, go on until ${day(`${until}T12:00:00.000Z`)} without it.`;
  return { id, event: { source: "dashboard", kind: "not_on_statement", text } };
}

/** Payouts to the account, as far back as it is read, whose last event on it says that it is missed. */
async function missedBefore(ledger: Db | Trx, account: KnownAccount): Promise<Set<string>> {
  const payouts = await accepted(ledger, account)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("transfer_events")
          .select("seq")
          .whereRef("transfer_id", "=", "transfers.id")
          .where("kind", "=", "not_on_statement"),
      ),
    )
    .execute();
  const ids = payouts.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "kind"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", ["not_on_statement", "not_missed"])
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const last = new Map(events.map(({ transfer_id, kind }) => [transfer_id, kind]));
  return new Set([...last].flatMap(([id, kind]) => (kind === "not_on_statement" ? [id] : [])));
}
