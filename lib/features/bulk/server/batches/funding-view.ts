import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import {
  type Batch,
  type FundingFileView,
  type LeftOutReason,
  leftOutReasons,
} from "#lib/features/bulk/batches/batch-answers";
import { type FundingRow, fundingKindsOf } from "#lib/features/bulk/funding/funding-file";
import { type Amount, addAmounts } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { readInSnapshot } from "#lib/server/ledger/transfers";
import type { BatchTableRow, FundingFileRow } from "#lib/server/tables/bulk/batch-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { findTransfersOf, nameOf } from "./batch-store";

/** What of a batch can be funded by a file now, and what was. */

/** Whoever makes a file needs some time to have it signed. */
const leastMsLeft = 10 * 60_000;
const zero = "0" as Amount;

/** `file`: the newest file that holds it; `reason`: why it can't be in one now. */
export type Candidate = {
  n: number;
  transfer: Transfer;
  file: FundingFileRow | undefined;
  reason: LeftOutReason | undefined;
};

export async function candidatesOf(
  trx: Trx,
  batchId: string,
): Promise<{ candidates: Candidate[]; files: FundingFileRow[] }> {
  const made = (await findTransfersOf(trx, batchId)).filter(({ submission }) => submission === "accepted");
  const ids = made.map(({ id }) => id);
  const files = await trx
    .selectFrom("funding_files")
    .selectAll()
    .where("batch_id", "=", batchId)
    .orderBy("n")
    .execute();
  const inFile = new Map<string, FundingFileRow>();
  for (const file of files) for (const { transferId } of rowsIn(file)) inFile.set(transferId, file);
  const links = await openLinks(trx, ids);
  const now = Date.parse(await readDatabaseTime(trx));
  const lines = new Map(made.map(({ id, n }) => [id, n]));
  const candidates = (await readInSnapshot(trx, ids)).map(({ transfer }): Candidate => {
    const reason = whyNot(transfer, links.has(transfer.id), now);
    return { n: lines.get(transfer.id) ?? 0, transfer, file: inFile.get(transfer.id), reason };
  });
  return { candidates, files };
}

export function rowsIn({ rows }: Pick<FundingFileRow, "rows">): FundingRow[] {
  return JSON.parse(rows) as FundingRow[];
}

function whyNot(
  { standing, deposit, funding, address }: Transfer,
  hasLink: boolean,
  now: number,
): LeftOutReason | undefined {
  if (deposit.amount !== null) return "deposit_seen";
  if (funding !== null) return "asked";
  if (standing.invitation !== "open" || address === null || standing.until === null) return "closed";
  if (hasLink) return "pay_link";
  return Date.parse(standing.until) - now < leastMsLeft ? "little_time" : undefined;
}

async function openLinks(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom("pay_links")
    .select("transfer_id")
    .where("transfer_id", "in", ids)
    .where("ended_at", "is", null)
    .where("expires_at", ">", await readDatabaseTime(trx))
    .execute();
  return new Set(rows.map(({ transfer_id }) => transfer_id));
}

export async function fundingOf(trx: Trx, batch: BatchTableRow): Promise<NonNullable<Batch["funding"]>> {
  const { candidates, files } = await candidatesOf(trx, batch.id);
  const assets = [...new Set(candidates.map(({ transfer }) => transfer.asset))];
  const byId = new Map(candidates.map((each) => [each.transfer.id, each]));
  const shown: FundingFileView[] = [];
  for (const file of files) shown.push(viewOfFile(file, byId, await nameOf(trx, file.made_by)));
  return {
    assets: assets.flatMap((id) => {
      const asset = findAsset(env().assets, id);
      return asset === undefined ? [] : [fundable(asset, candidates)];
    }),
    files: shown,
  };
}

function fundable(asset: Asset, candidates: readonly Candidate[]) {
  const own = candidates.filter(({ transfer }) => transfer.asset === asset.asset);
  const next = own.filter(({ reason, file }) => reason === undefined && file === undefined);
  const closesAt = next.flatMap(({ transfer }) => transfer.standing.until ?? []).sort()[0] ?? null;
  const count = (wanted: LeftOutReason) =>
    own.filter(({ reason, file }) => (reason ?? (file === undefined ? undefined : "in_file")) === wanted)
      .length;
  return {
    asset: asset.asset,
    symbol: asset.fromCurrency,
    networkName: asset.networkName,
    contract: asset.contract ?? null,
    kinds: fundingKindsOf(asset),
    count: next.length,
    sum: next.reduce((sum, { transfer }) => addAmounts(sum, transfer.amount), zero),
    closesAt,
    leftOut: leftOutReasons
      .map((reason) => ({ reason, count: count(reason) }))
      .filter((each) => each.count > 0),
    again: own.flatMap(({ n, transfer, file, reason }) =>
      file === undefined || reason !== undefined
        ? []
        : [{ transferId: transfer.id, n, file: file.n, madeAt: file.made_at }],
    ),
  };
}

function viewOfFile(
  file: FundingFileRow,
  byId: ReadonlyMap<string, Candidate>,
  madeBy: string | null,
): FundingFileView {
  const rows = rowsIn(file);
  const deposits = rows.flatMap(({ transferId }) => byId.get(transferId)?.transfer.deposit ?? []);
  return {
    ...{ n: file.n, kind: file.kind, asset: file.asset, madeAt: file.made_at, madeBy },
    ...{ count: file.count, sum: file.sum as Amount, hash: file.hash },
    first: rows[0]?.address ?? "",
    last: rows.at(-1)?.address ?? "",
    seen: deposits.filter(({ amount }) => amount !== null).length,
    short: deposits.filter(({ label }) => label === "short").length,
  };
}
