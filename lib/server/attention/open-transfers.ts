import "server-only";
import { sql } from "kysely";
import type { AttentionCounts } from "#lib/contract/records";
import { conditionOf, openLists } from "#lib/server/ledger/attention-rules";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";

/** Invariant: a transfer that needs a person is listed and counted once, under its most urgent reason. */

const openColumns = [
  ...(["id", "created_at", "updated_at", "submission", "status", "callback_count"] as const),
  ...(["address", "address_check", "transaction_id", "has_late_deposit", "is_repeated"] as const),
  ...(["has_dropped_callbacks", "is_contradicted", "is_payment_withdrawn", "owner_id"] as const),
  ...(["deposit_label", "network", "has_node_dispute"] as const),
] as const;

/** `named`: each transfer that needs a person, once, under its most urgent reason; `place` is that reason's. */
export function withNamed(ledger: Db | Trx) {
  const columns = sql.join(openColumns.map((column) => sql.ref(column)));
  const lists = openLists().map(({ condition }) => sql`select ${columns} from transfers where ${condition}`);
  const cases = attentionReasons.map(
    (reason, at) => sql`when ${conditionOf(reason)} then cast(${sql.lit(at)} as integer)`,
  );
  return (
    ledger
      // A union: a transfer on two lists counts once.
      .with(
        (cte) => cte("open").materialized(),
        () => sql<Pick<TransferRow, (typeof openColumns)[number]>>`(${sql.join(lists, sql` union `)})`,
      )
      .with(
        (cte) => cte("placed").materialized(),
        (open) =>
          open
            .selectFrom("open as transfers")
            .select(["id", "created_at", "owner_id"])
            .select(sql<number | null>`case ${sql.join(cases, sql` `)} end`.as("place")),
      )
      .with("named", (placed) =>
        placed
          .selectFrom("placed")
          .select(["id", "created_at", "owner_id", "place"])
          .where("place", "is not", null),
      )
  );
}

/** Reasons without transfers are left out. Each transfer counts once, so that they add up to the total. */
export async function countOpen(ledger: Db, ownerId?: string): Promise<AttentionCounts> {
  const rows = await withNamed(ledger)
    .selectFrom("named")
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? ""))
    .select(({ fn }) => [
      "place",
      fn.countAll<number | string>().as("count"),
      fn.min("created_at").as("oldest"),
    ])
    .groupBy("place")
    .orderBy("place")
    .execute();
  const reasons = rows.flatMap(({ place, count, oldest }) => {
    const reason = attentionReasons[place ?? -1];
    return reason === undefined ? [] : [{ reason, count: toNumber(count), oldest }];
  });
  return { total: reasons.reduce((sum, { count }) => sum + count, 0), reasons };
}

/** By reason, up to a limit, with the full count. */
export async function newestOpen(
  ledger: Db,
  most: number,
): Promise<{ reason: AttentionReason; count: number; ids: string[] }[]> {
  const rows = await withNamed(ledger)
    .selectFrom((eb) =>
      eb
        .selectFrom("named")
        .select(({ fn }) => [
          "place",
          "id",
          fn
            .countAll<number | string>()
            .over((over) => over.partitionBy("place"))
            .as("count"),
          fn
            .agg<number | string>("row_number")
            .over((over) => over.partitionBy("place").orderBy("created_at", "desc").orderBy("id", "desc"))
            .as("row"),
        ])
        .as("numbered"),
    )
    .select(["place", "id", "count"])
    .where("row", "<=", most)
    .orderBy("row")
    .execute();
  return attentionReasons.flatMap((reason, place) => {
    const own = rows.filter((row) => row.place === place);
    const [first] = own;
    return first === undefined
      ? []
      : [{ reason, count: toNumber(first.count), ids: own.map(({ id }) => id) }];
  });
}

export type OpenRow = { id: string; reason: AttentionReason; ownerId: string | null };

/** A page of them, the most urgent reason first and the newest of each; of one reason, or of one owner, where it is given. */
export async function pageOfOpen(
  ledger: Db,
  {
    reason,
    ownerId,
    offset,
    limit,
  }: { reason?: AttentionReason; ownerId?: string; offset: number; limit: number },
): Promise<OpenRow[]> {
  let query = withNamed(ledger).selectFrom("named").select(["id", "place", "owner_id"]);
  if (reason !== undefined) query = query.where("place", "=", attentionReasons.indexOf(reason));
  if (ownerId !== undefined) query = query.where("owner_id", "=", ownerId);
  const rows = await query
    .orderBy("place")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.flatMap(({ id, place, owner_id }) => {
    const named = attentionReasons[place ?? -1];
    return named === undefined ? [] : [{ id, reason: named, ownerId: owner_id }];
  });
}

export type NamedAmount = {
  reason: AttentionReason;
  token: string;
  amount: string;
  created_at: string;
  /** The name of who takes care of it. */
  owner: string | null;
};

/** What stands under each reason, up to a limit over all of them. */
export async function namedAmounts(ledger: Db, limit: number): Promise<NamedAmount[]> {
  const rows = await withNamed(ledger)
    .selectFrom("named")
    .innerJoin("transfers", "transfers.id", "named.id")
    .leftJoin("people", "people.id", "named.owner_id")
    .select(["named.place", "transfers.from_currency as token", "transfers.amount", "named.created_at"])
    .select("people.name as owner")
    .orderBy("named.place")
    .limit(limit)
    .execute();
  return rows.flatMap(({ place, ...row }) => {
    const reason = attentionReasons[place ?? -1];
    return reason === undefined ? [] : [{ ...row, reason }];
  });
}

function toNumber(count: number | string): number {
  return Number.parseInt(String(count), 10);
}
