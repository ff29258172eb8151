import "server-only";
import { changeHash, depositText } from "#lib/server/ledger/deposit-facts";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow } from "#lib/server/tables/schema";
import type { DepositState } from "#lib/transfer/deposit";

/** Invariant: reads only. Each change of a deposit is an event, and what is stored of it follows from them. */

type DepositFault = { transferId: string; text: string };
type Change = Pick<TransferEventRow, "transfer_id" | "kind" | "text" | "raw" | "body_hash">;

const stateAfter = {
  deposit_seen: "seen",
  deposit_moved: undefined,
  deposit_confirmed: "confirmed",
  deposit_gone: "gone",
} as const satisfies Record<string, DepositState | undefined>;
type ChangeKind = keyof typeof stateAfter;
const kinds = Object.keys(stateAfter) as ChangeKind[];

/** Of a page of transfers, whose deposits are given. */
export async function verifyDeposits(
  ledger: Db,
  ids: readonly string[],
  depositsOf: (id: string) => readonly DepositRow[],
): Promise<DepositFault[]> {
  if (ids.length === 0) return [];
  const events: Change[] = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "kind", "text", "raw", "body_hash"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", kinds)
    .execute();
  return ids.flatMap((transferId) => {
    const own = events.filter(({ transfer_id }) => transfer_id === transferId);
    const byHash = new Map(own.map((event) => [event.body_hash, event]));
    const rows = depositsOf(transferId);
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row, byHash);
      return fault === undefined ? [] : [{ transferId, text: `deposit ${row.tx} ${fault}` }];
    });
    const told = rows.reduce((sum, { changes }) => sum + changes, 0);
    if (faults.length === 0 && told !== own.length)
      faults.push({ transferId, text: `${own.length} changes of deposits were told, ${told} are stored` });
    return faults;
  });
}

function faultOf(row: DepositRow, byHash: ReadonlyMap<string | null, Change>): string | undefined {
  const changes = Array.from({ length: row.changes }, (_, at) => byHash.get(changeHash(row, at + 1)));
  const known = changes.filter((change) => change !== undefined);
  if (known.length < Math.max(1, changes.length)) return "was inserted or changed: no event tells of it";
  const last = known.at(-1);
  if (last?.text !== depositText(row))
    return `is stored as ${depositText(row)}, its event says ${last?.text}`;
  const state = known.findLast(({ kind }) => stateAfter[kind as ChangeKind] !== undefined)?.kind;
  if (state === undefined || stateAfter[state as ChangeKind] !== row.state)
    return `is stored as ${row.state}, its events say otherwise`;
  const place = placeIn(known.findLast(({ raw }) => raw !== null)?.raw ?? null);
  const isSame = place.block === row.block && place.hash === row.block_hash;
  return isSame ? undefined : `is stored in block ${row.block}, its event says ${place.block}`;
}

/** The block that the node named; Solana's has a slot. */
function placeIn(raw: string | null): { block: number; hash: string } {
  const said = JSON.parse(raw ?? "{}") as { blockNumber?: string; blockHash?: string; slot?: number };
  const block = said.slot ?? Number(said.blockNumber);
  return { block, hash: said.blockHash?.toLowerCase() ?? `${block}` };
}
