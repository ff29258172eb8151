import { createHash } from "node:crypto";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { writeStandings } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { Unreadable } from "./chain-network";
import { NodeError } from "./node";
import type { Watched } from "./watched";

/**
 * Invariant: what can't be read of one transaction or one address is a fact of its transfer, and keeps no other from being
 * read.
 */

/** Beyond, one more says nothing new: anybody can send them. */
const mostTold = 20;
/** Of those that a node doesn't answer at all, in one look: then it is not for the question. */
const mostAway = 2;

/** Each by itself. A node that takes no more calls is a matter of all. */
export async function readEach<Item, Answer>(
  items: readonly Item[],
  read: (item: Item) => Promise<Answer>,
  away = mostAway,
): Promise<{ read: Answer[]; failed: Item[] }> {
  const all: { read: Answer[]; failed: Item[] } = { read: [], failed: [] };
  let left = away;
  for (const item of items)
    try {
      all.read.push(await read(item));
    } catch (error) {
      if (!(error instanceof NodeError) || error.failure === "throttled" || error.failure === "unsure")
        throw error;
      if (error.more.isAway === true && --left < 0) throw error;
      all.failed.push(item);
    }
  return all;
}

/** An unreadable transaction, once for each transfer that has its account. */
export type UnreadPayment = Unreadable & { transferId: string };

export function paymentsOf(watched: readonly Watched[], unreadable: readonly Unreadable[]): UnreadPayment[] {
  return unreadable.flatMap((one) =>
    watched.flatMap(({ id, account }) => (account === one.account ? [{ ...one, transferId: id }] : [])),
  );
}

const hashOf = (network: string, { tx, account }: Unreadable) =>
  createHash("sha256")
    .update(JSON.stringify([network, "unread", tx, account]))
    .digest("hex");

/** Those that no event tells of yet, and that one still may. */
export async function untold(
  ledger: Db | Trx,
  network: string,
  payments: readonly UnreadPayment[],
): Promise<UnreadPayment[]> {
  if (payments.length === 0) return [];
  const told = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "body_hash"])
    .where(isOneOf(ledger, "transfer_id", [...new Set(payments.map(({ transferId }) => transferId))]))
    .where("kind", "=", "deposit_unread")
    .execute();
  const counts = new Map<string, number>();
  for (const { transfer_id } of told) counts.set(transfer_id, (counts.get(transfer_id) ?? 0) + 1);
  const known = new Set(told.map(({ transfer_id, body_hash }) => `${transfer_id} ${body_hash}`));
  return payments.filter((one) => {
    const [count, key] = [counts.get(one.transferId) ?? 0, `${one.transferId} ${hashOf(network, one)}`];
    if (known.has(key) || count >= mostTold) return false;
    known.add(key);
    counts.set(one.transferId, count + 1);
    return true;
  });
}

export async function recordUnread(
  trx: Trx,
  network: string,
  payments: readonly UnreadPayment[],
): Promise<number> {
  if (payments.length === 0) return 0;
  await holdTransfers(trx, [...new Set(payments.map(({ transferId }) => transferId))]);
  const left = await untold(trx, network, payments);
  for (const one of left)
    await appendEvent(trx, one.transferId, {
      ...{ source: "chain", kind: "deposit_unread", claimed_id: one.tx },
      text: `Transaction ${one.tx} could not be read. Look in the block explorer`,
      ...{ raw: one.raw === "" ? null : one.raw, raw_encoding: one.raw === "" ? null : "utf8" },
      body_hash: hashOf(network, one),
    });
  return left.length;
}

/** By transfer: the block time from which on something of it was not read; null where all was. */
export type Blindness = ReadonlyMap<string, string | null>;
export async function writeBlindness(trx: Trx, watched: readonly Watched[], now: Blindness): Promise<void> {
  const before = new Map(watched.map(({ id, blindSince }) => [id, blindSince]));
  const changed = [...now].filter(([id, since]) => before.get(id) !== since);
  if (changed.length === 0) return;
  await holdTransfers(
    trx,
    changed.map(([id]) => id),
  );
  for (const [id, blind_since] of changed)
    await trx.updateTable("transfers").set({ blind_since }).where("id", "=", id).execute();
  await writeStandings(
    trx,
    changed.map(([id]) => id),
  );
}
