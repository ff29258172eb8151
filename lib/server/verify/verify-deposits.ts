import * as z from "zod/mini";
import { changeHash, depositText } from "#lib/server/standing/deposit-facts";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import type { DepositState } from "#lib/transfer/deposit";
import type { EventKind } from "#lib/transfer/transfer-status";
import { unlessUnreadable } from "./unreadable";

/** Invariant: reads only. Each change of a deposit is an event, which the audit log covers, and its row is as they say. */

type DepositFault = { transferId: string; text: string };
type Told = Pick<TransferEventRow, "transfer_id" | "seq" | "kind" | "text" | "raw" | "body_hash">;

/** A deposit that moved stands as it did. */
const stateAfter: Partial<Record<EventKind, DepositState | "as before">> = {
  deposit_seen: "seen",
  deposit_moved: "as before",
  deposit_confirmed: "confirmed",
  deposit_gone: "gone",
};

/** Of a page of transfers, whose deposits are given. */
export async function verifyDeposits(
  ledger: Db,
  transfers: readonly Pick<TransferRow, "id" | "from_currency">[],
  depositsOf: (id: string) => readonly DepositRow[],
): Promise<DepositFault[]> {
  const ids = transfers.map(({ id }) => id);
  if (ids.length === 0) return [];
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "kind", "text", "raw", "body_hash"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", Object.keys(stateAfter) as EventKind[])
    .orderBy("seq")
    .execute();
  const told = new Map(events.map((event) => [`${event.transfer_id} ${event.body_hash}`, event]));
  const faults = transfers.flatMap(({ id, from_currency }) =>
    depositsOf(id).flatMap((row) => {
      // A number that somebody has made huge is not counted up to: one more than there are is missed.
      const most = Math.max(0, Math.min(row.changes, events.length + 1));
      const own = Array.from({ length: most }, (_, before) => {
        const key = `${id} ${changeHash(row, before + 1)}`;
        const event = told.get(key);
        told.delete(key);
        return event;
      });
      const found = unlessUnreadable(() => ({ text: faultOf(row, own, from_currency) }));
      const text = found === undefined ? "has a value that makes no sense" : found.text;
      return text === undefined ? [] : [{ transferId: id, text: `deposit ${row.tx} ${text}` }];
    }),
  );
  const removed = new Map([...told.values()].map((event) => [event.transfer_id, event]));
  return [
    ...faults,
    ...[...removed].map(([transferId, { seq }]) => ({
      transferId,
      text: `event ${seq} is of a deposit that was changed or removed`,
    })),
  ];
}

function faultOf(
  row: DepositRow,
  told: readonly (Told | undefined)[],
  fromCurrency: string,
): string | undefined {
  const own = told.filter((event) => event !== undefined);
  if (own.length === 0 || own.length < told.length) return "was inserted or changed: no event tells of it";
  // Gone and seen again, it may be another amount; until then it is one.
  let said = own[0]?.text;
  for (const { kind, text } of own) {
    if (kind === "deposit_seen") said = text;
    if (text !== said) return `is told as ${said} and as ${text}`;
  }
  if (said !== depositText(row)) return `is stored as ${depositText(row)}, its event says ${said}`;
  if (row.is_own_token === 1 && row.symbol !== fromCurrency) return "is of another token than its transfer";
  let state: DepositState = "gone";
  for (const { kind } of own) {
    const after = stateAfter[kind];
    if (after !== undefined && after !== "as before") state = after;
  }
  if (row.state !== state) return `is stored as ${row.state}, its events say ${state}`;
  const log = own.findLast(({ raw }) => raw !== null)?.raw;
  return log == null || isAsSaid(row, log) ? undefined : "has another place or sender than its events";
}

/** As the node said it. */
function isAsSaid(row: DepositRow, text: string): boolean {
  const said = Said.safeParse(readJson(text)).data;
  if (said === undefined || (said.madeAt !== undefined && said.madeAt !== row.block_time)) return false;
  if ("slot" in said)
    return said.signature === row.tx && said.slot === row.block && `${said.slot}` === row.block_hash;
  return (
    BigInt(said.data) === BigInt(row.units) &&
    Number(said.blockNumber) === row.block &&
    said.blockHash.toLowerCase() === row.block_hash &&
    said.topics[1]?.slice(-40).toLowerCase() === row.from_address.slice(-40)
  );
}

/** A log of an EVM network, or a transaction of Solana, with the time of its block unless it is older than that. */
const Said = z.union([
  z.object({ signature: z.string(), slot: z.int(), madeAt: z.optional(z.string()) }),
  z.object({
    madeAt: z.optional(z.string()),
    data: z.string().check(z.regex(/^0x[0-9a-f]+$/i)),
    blockNumber: z.string(),
    blockHash: z.string(),
    topics: z.array(z.string()),
  }),
]);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
