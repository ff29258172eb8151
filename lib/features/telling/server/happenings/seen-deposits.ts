import { isSameAddress } from "#lib/asset/address";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, readDecimal, subtractAmounts } from "#lib/money/money";
import { changeHash, isMeant } from "#lib/server/standing/deposit-facts";
import { isOneOf } from "#lib/server/tables/prepared";
import type { TransferEventRow, Trx } from "#lib/server/tables/schema";

/** Invariant: what a message says of a deposit is what its events say up to then, and never what was asked for. */

/** `amount` of `token` was seen; in all `arrived` of the transfer's own token at its address, so `missing` is left. */
export type Seen = { amount: Amount; token: string; arrived: Amount; missing: Amount };

type Happened = {
  id: string;
  kind: string | null;
  event_seq: number | null;
  amount: string;
  from_currency: string;
};
type Told = Pick<TransferEventRow, "transfer_id" | "seq" | "kind" | "text" | "body_hash">;

/** For happenings that tell of a deposit; `undefined` for any other. */
export async function readSeen(
  trx: Trx,
  happenings: readonly Happened[],
): Promise<(happened: Happened) => Seen | undefined> {
  const ids = happenings.flatMap(({ id, kind }) => (kind === "transfer.deposit_seen" ? [id] : []));
  if (ids.length === 0) return () => undefined;
  const uncounted = await readUncounted(trx, [...new Set(ids)]);
  const events = await trx
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "kind", "text", "body_hash"])
    .where(isOneOf(trx, "transfer_id", [...new Set(ids)]))
    .where("kind", "in", ["deposit_seen", "deposit_gone"])
    .orderBy("seq")
    .execute();
  return (happened) =>
    happened.kind === "transfer.deposit_seen" ? seenBy(events, happened, uncounted) : undefined;
}

/** The hashes of the changes of what came to another address than the transfer's, or counts for nothing. */
async function readUncounted(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  const transfers = await trx
    .selectFrom("transfers")
    .select(["id", "address", "created_at"])
    .where(isOneOf(trx, "id", ids))
    .execute();
  const rows = await trx
    .selectFrom("deposits")
    .selectAll()
    .where(isOneOf(trx, "transfer_id", ids))
    .execute();
  const others = rows.filter((row) => {
    const transfer = transfers.find(({ id }) => id === row.transfer_id);
    const isAtAddress = transfer?.address != null && isSameAddress(row.to_address, transfer.address);
    return !isAtAddress || !isMeant(row, transfer.created_at);
  });
  return new Set(
    others.flatMap((row) => Array.from({ length: row.changes }, (_, at) => changeHash(row, at + 1))),
  );
}

function seenBy(
  events: readonly Told[],
  { id, event_seq, amount, from_currency }: Happened,
  uncounted: ReadonlySet<string | null>,
): Seen | undefined {
  const own = events.filter(({ transfer_id, seq }) => transfer_id === id && seq <= (event_seq ?? 0));
  const last = own.find(({ seq }) => seq === event_seq);
  const seen = last && readText(last.text);
  if (seen === undefined) return undefined;
  let arrived = "0" as Amount;
  for (const { kind, text, body_hash } of own) {
    const part = readText(text);
    if (part?.token !== from_currency || uncounted.has(body_hash)) continue;
    arrived =
      kind === "deposit_seen" ? addAmounts(arrived, part.amount) : subtractAmounts(arrived, part.amount);
  }
  const isWhole = compareAmounts(arrived, amount as Amount) >= 0;
  return {
    ...seen,
    arrived,
    missing: isWhole ? ("0" as Amount) : subtractAmounts(amount as Amount, arrived),
  };
}

/** As the network's events are written: `1250 USDC`. */
function readText(text: string | null): { amount: Amount; token: string } | undefined {
  const [, digits = "", token = ""] = /^(\S+) (\S+)$/.exec(text ?? "") ?? [];
  const amount = readDecimal(digits);
  return amount === undefined || token === "" ? undefined : { amount, token };
}
