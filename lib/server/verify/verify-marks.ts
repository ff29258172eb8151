import { type RawBuilder, sql } from "kysely";
import { tokenMark } from "#lib/server/service/callback-url";
import { addressColumns } from "#lib/server/standing/addresses";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { statusWords } from "#lib/words/words";

/** Invariant: reads only. What a transfer is marked with follows from its address, its IDs, its events and its twins. */

type MarkFault = { transferId: string; text: string };
type Said = Pick<
  TransferEventRow,
  | "transfer_id"
  | "seq"
  | "kind"
  | "claimed_id"
  | "is_quarantined"
  | "deliveries"
  | "body_hash"
  | "text"
  | "transaction_id"
>;

/** The transfers that share an address with another one, and the IDs that more than one has, or ever had. */
export type Shared = {
  byAddress: ReadonlySet<string>;
  idsNow: ReadonlySet<string>;
  idsEver: ReadonlySet<string>;
};

export async function readShared(ledger: Db): Promise<Shared> {
  const read = async (query: RawBuilder<{ value: string }>) =>
    new Set((await query.execute(ledger)).rows.map(({ value }) => value));
  return {
    byAddress: await read(sql`
      select own.transfer_id as value from addresses as own where exists (
        select 1 from addresses as other
        where other.account = own.account and other.transfer_id <> own.transfer_id)`),
    idsNow: await read(sql`
      select transaction_id as value from transfers where transaction_id is not null
      group by transaction_id having count(*) > 1`),
    idsEver: await read(sql`
      select value from (
        select transfer_id, transaction_id as value from transfer_events where transaction_id is not null
        union select id, transaction_id from transfers where transaction_id is not null
      ) as had group by value having count(*) > 1`),
  };
}

/** Of a page of transfers. */
export async function verifyMarks(
  ledger: Db,
  page: readonly TransferRow[],
  shared: Shared,
): Promise<MarkFault[]> {
  const ids = page.map(({ id }) => id);
  if (ids.length === 0) return [];
  const events: Said[] = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "kind", "claimed_id", "is_quarantined", "deliveries", "body_hash", "text"])
    .select("transaction_id")
    .where(isOneOf(ledger, "transfer_id", ids))
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const own = new Map<string, Said[]>(ids.map((id) => [id, []]));
  for (const event of events) own.get(event.transfer_id)?.push(event);
  const taken = await takenOf(ledger, page, own);
  return page.flatMap((row) => {
    const said = own.get(row.id) ?? [];
    const faults = [...marksOf(row, said, shared), ...quarantinesOf(row, said, taken), ...tokenOf(row, said)];
    return faults.map((text) => ({ transferId: row.id, text }));
  });
}

function marksOf(row: TransferRow, said: readonly Said[], shared: Shared): string[] {
  const faults: string[] = [];
  const check = row.address === null ? null : addressColumns(row.asset, row.address).address_check;
  if (!checksOf(check).includes(row.address_check))
    faults.push(`address_check is stored as ${row.address_check}, its address says ${check}`);
  // The service may have replaced an ID that two transfers shared: the mark stays.
  const ids = [row, ...said].flatMap(({ transaction_id }) => transaction_id ?? []);
  const isNow = shared.byAddress.has(row.id) || shared.idsNow.has(row.transaction_id ?? "");
  const isEver = isNow || ids.some((each) => shared.idsEver.has(each));
  if (row.is_repeated === 1 ? !isEver : isNow)
    faults.push(`is_repeated is stored as ${row.is_repeated}, the other transfers say otherwise`);
  const counted = said.reduce((sum, { kind, deliveries }) => sum + (kind === "callback" ? deliveries : 0), 0);
  const dropped = row.callback_count - counted;
  if (dropped < 0 || (dropped > 0 ? 1 : 0) !== row.has_dropped_callbacks)
    faults.push(
      `callback_count is stored as ${row.callback_count} and has_dropped_callbacks as ${row.has_dropped_callbacks}, its events count ${counted}`,
    );
  const isWithdrawn = said.some(({ kind, text }) => kind === "reread" && text?.startsWith(shownAsPaid));
  if (isWithdrawn !== (row.is_payment_withdrawn === 1))
    faults.push(`is_payment_withdrawn is stored as ${row.is_payment_withdrawn}, its events say otherwise`);
  return faults;
}

/** An asset may be known only since then, or no more: its addresses are unchecked meanwhile. */
function checksOf(check: TransferRow["address_check"]): readonly TransferRow["address_check"][] {
  if (check === null || check === "invalid") return [check];
  return check === "valid" ? ["valid", "unchecked"] : ["unchecked", "valid", "invalid"];
}

const shownAsPaid = `It was shown as ${statusWords.paid.word}.`;

/** An event that a hold wrote, after the newest rows may have been lost, says nothing of it. */
function tokenOf({ callback_token_hash: stored }: TransferRow, said: readonly Said[]): string[] {
  const sent = said.findLast(({ kind }) => kind === "dispatched");
  if (sent?.body_hash === null) return [];
  if (sent === undefined ? stored === null : sent.body_hash === tokenMark(stored)) return [];
  return ["callback_token_hash was changed after its request was sent"];
}

/** Of the IDs that callbacks gave in other letters than their transfer's: those that some transfer has exactly so. */
async function takenOf(
  ledger: Db,
  page: readonly TransferRow[],
  said: ReadonlyMap<string, readonly Said[]>,
): Promise<ReadonlySet<string>> {
  const alike = page.flatMap(({ id, transaction_id }) => {
    const events = said.get(id) ?? [];
    const own = [transaction_id, ...events.map((event) => event.transaction_id)].flatMap(
      (each) => each ?? [],
    );
    return events.flatMap(({ claimed_id }) =>
      claimed_id !== null && own.some((each) => likenessOf(each, claimed_id) === "alike") ? [claimed_id] : [],
    );
  });
  if (alike.length === 0) return new Set();
  const rows = await ledger
    .selectFrom("transfers")
    .select("transaction_id")
    .distinct()
    .where(isOneOf(ledger, "transaction_id", [...new Set(alike)]))
    .execute();
  return new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []));
}

/** Gateways change letter case and spaces. */
function likenessOf(own: string, claimed: string): "same" | "alike" | "other" {
  const [one, two] = [own.trim(), claimed.trim()];
  if (one === two) return "same";
  return one.toLowerCase() === two.toLowerCase() ? "alike" : "other";
}

/**
 * A callback that names another transaction is of another transfer. It is judged by the ID of its time, and again by one that
 * an answer or a person brings later.
 */
function quarantinesOf(
  { transaction_id: now }: TransferRow,
  said: readonly Said[],
  taken: ReadonlySet<string>,
): string[] {
  let then: string | null = null;
  return said.flatMap((event) => {
    const { seq, kind, claimed_id, is_quarantined, deliveries } = event;
    const known = then;
    then = event.transaction_id ?? then;
    if (kind !== "callback")
      return is_quarantined === 0 && deliveries === 1
        ? []
        : [`event ${seq} is counted as no event of its kind is`];
    const verdicts = (own: string | null): readonly boolean[] => {
      if (claimed_id === null || own === null) return [false];
      const likeness = likenessOf(own, claimed_id);
      // The other transfer may have got its ID before or after.
      if (likeness === "alike") return taken.has(claimed_id) ? [true, false] : [false];
      return [likeness === "other"];
    };
    if ([...verdicts(known), ...verdicts(now)].includes(is_quarantined === 1)) return [];
    const what = is_quarantined === 1 ? "this one" : "another transfer";
    return [`event ${seq} is stored as is_quarantined ${is_quarantined}, its ID says that it is of ${what}`];
  });
}
