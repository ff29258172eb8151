import "server-only";
import { sql } from "kysely";
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
  | "address"
  | "transaction_id"
>;

/** What more than one transfer ever had: their transaction IDs, and the transfers whose addresses are shared. */
export type Shared = { transaction_id: ReadonlySet<string>; byAddress: ReadonlySet<string> };

export async function readShared(ledger: Db): Promise<Shared> {
  const { rows } = await sql<{ value: string }>`
    select value from (
      select transfer_id, transaction_id as value from transfer_events where transaction_id is not null
      union select id, transaction_id from transfers where transaction_id is not null
    ) as had group by value having count(*) > 1`.execute(ledger);
  const sharing = await ledger
    .selectFrom("addresses")
    .select("transfer_id")
    .distinct()
    .where(({ eb, selectFrom }) =>
      eb(
        "account",
        "in",
        selectFrom("addresses as each")
          .select("each.account")
          .groupBy("each.account")
          .having(({ fn }) => fn.count("each.transfer_id").distinct(), ">", 1),
      ),
    )
    .execute();
  return {
    transaction_id: new Set(rows.map(({ value }) => value)),
    byAddress: new Set(sharing.map(({ transfer_id }) => transfer_id)),
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
    .select(["address", "transaction_id"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const isKnown = await readKnownIds(ledger, events);
  const own = new Map<string, Said[]>(ids.map((id) => [id, []]));
  for (const event of events) own.get(event.transfer_id)?.push(event);
  return page.flatMap((row) => {
    const said = own.get(row.id) ?? [];
    const faults = [
      ...marksOf(row, said, shared),
      ...quarantinesOf(row, said, isKnown),
      ...tokenOf(row, said),
    ];
    return faults.map((text) => ({ transferId: row.id, text }));
  });
}

function marksOf(row: TransferRow, said: readonly Said[], shared: Shared): string[] {
  const faults: string[] = [];
  const check = row.address === null ? null : addressColumns(row.asset, row.address).address_check;
  if (!checksOf(check).includes(row.address_check))
    faults.push(`address_check is stored as ${row.address_check}, its address says ${check}`);
  // The ID that two transfers shared may have been replaced: the mark stays.
  const isByAddress = shared.byAddress.has(row.id);
  const isById = isShared(row, shared) && !isReplaced(row, said);
  const isNow = isByAddress || isById;
  const isEver = isNow || [row, ...said].some((event) => isShared(event, shared));
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

function isShared({ transaction_id }: Pick<Said, "transaction_id">, shared: Shared): boolean {
  return transaction_id !== null && shared.transaction_id.has(transaction_id);
}

/** Its twin may have had another ID by then. */
function isReplaced({ transaction_id }: TransferRow, said: readonly Said[]): boolean {
  return transaction_id !== null && new Set(said.flatMap((event) => event.transaction_id ?? [])).size > 1;
}

/** An event of an older version says nothing of it. */
function tokenOf({ callback_token_hash: stored }: TransferRow, said: readonly Said[]): string[] {
  const sent = said.findLast(({ kind }) => kind === "dispatched");
  const isOld = sent !== undefined && sent.body_hash === null;
  if (isOld || (sent === undefined ? stored === null : sent.body_hash === tokenMark(stored))) return [];
  return ["callback_token_hash was changed after its request was sent"];
}

/**
 * A callback that names another transaction is of another transfer. It is judged by the ID of its time, and again by one that
 * an answer or a person brings later.
 */
function quarantinesOf(
  { transaction_id }: TransferRow,
  said: readonly Said[],
  isKnown: (id: string) => boolean,
): string[] {
  const now = transaction_id?.trim();
  let then: string | undefined;
  return said.flatMap((event) => {
    const { seq, kind, claimed_id, is_quarantined, deliveries } = event;
    const known = then;
    then = event.transaction_id?.trim() ?? then;
    if (kind !== "callback")
      return is_quarantined === 0 && deliveries === 1
        ? []
        : [`event ${seq} is counted as no event of its kind is`];
    const isForeign = (own: string | undefined) =>
      claimed_id !== null && own !== undefined && isOther(claimed_id, own, isKnown);
    if ([isForeign(known), isForeign(now)].includes(is_quarantined === 1)) return [];
    // The other transfer that has it to the letter may have come since.
    if (is_quarantined === 0 && claimed_id !== null && isSameButCase(claimed_id, now ?? "")) return [];
    const what = isForeign(now) ? "another transfer" : "this one";
    return [`event ${seq} is stored as is_quarantined ${is_quarantined}, its ID says that it is of ${what}`];
  });
}

const isSameButCase = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** As `own-id.ts` says it: letter case and spaces make it another one only where another transfer has it so. */
function isOther(claimed: string, own: string, isKnown: (id: string) => boolean): boolean {
  return claimed.trim() !== own && (!isSameButCase(claimed, own) || isKnown(claimed));
}

/** The IDs, among those that callbacks name, that a transfer has to the letter. */
async function readKnownIds(ledger: Db, events: readonly Said[]): Promise<(id: string) => boolean> {
  const named = [
    ...new Set(events.flatMap(({ kind, claimed_id }) => (kind === "callback" ? (claimed_id ?? []) : []))),
  ];
  if (named.length === 0) return () => false;
  const rows = await ledger
    .selectFrom("transfers")
    .select("transaction_id")
    .where("transaction_id", "in", named)
    .execute();
  const known = new Set(rows.map(({ transaction_id }) => transaction_id));
  return (id) => known.has(id);
}
