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
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { arrivedLabels } from "#lib/transfer/transfer-states";
import { findTransfersOf, nameOf } from "./batch-store";

/** What of a batch can be funded by a file now, and what was. */

/** Whoever makes a file needs some time to have it signed. */
const leastMsLeft = 10 * 60_000;
const zero = "0" as Amount;

/** `file`: the newest file that holds it; `reason`: why it can't be in one now. `transfer`: of those without a reason, at least. */
export type Candidate = {
  n: number;
  id: string;
  asset: string;
  amount: Amount;
  label: TransferRow["deposit_label"];
  transfer: Transfer | undefined;
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
  const asked = made.filter((row) => known(row) === undefined).map(({ id }) => id);
  const read = new Map((await readInSnapshot(trx, asked)).map(({ transfer }) => [transfer.id, transfer]));
  const candidates = made.map((row): Candidate => {
    const { n, id, asset, deposit_label: label } = row;
    const transfer = read.get(id);
    const reason = transfer === undefined ? known(row) : whyNot(transfer, links.has(id), now);
    return { n, id, asset, amount: row.amount as Amount, label, transfer, file: inFile.get(id), reason };
  });
  return { candidates, files };
}

export function rowsIn({ rows }: Pick<FundingFileRow, "rows">): FundingRow[] {
  return JSON.parse(rows) as FundingRow[];
}

type Stored = Pick<TransferRow, "deposit_label" | "is_closed" | "has_live_funding">;

/** Of most transfers the stored standing says it; only the others are read whole. */
function known({ deposit_label, is_closed, has_live_funding }: Stored): LeftOutReason | undefined {
  if (wasSeen(deposit_label)) return "deposit_seen";
  return is_closed === 1 && has_live_funding === 0 ? "closed" : undefined;
}

const seenLabels: readonly TransferRow["deposit_label"][] = [...arrivedLabels, "seen"];

export function wasSeen(label: TransferRow["deposit_label"]): boolean {
  return seenLabels.includes(label);
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
  const assets = [...new Set(candidates.map(({ asset }) => asset))];
  const byId = new Map(candidates.map((each) => [each.id, each]));
  const shown: FundingFileView[] = [];
  for (const file of files) shown.push(viewOfFile(file, byId, await nameOf(trx, file.made_by)));
  return {
    assets: assets.flatMap((id) => {
      const asset = findAsset(env().assets, id);
      return asset === undefined ? [] : [fundable(asset, candidates)];
    }),
    files: shown,
    sums: assets.flatMap((asset) => fileSum(asset, candidates, files) ?? []),
  };
}

/** What all files of a token hold, beside what was created of it. */
function fileSum(asset: string, candidates: readonly Candidate[], files: readonly FundingFileRow[]) {
  const own = files.filter((file) => file.asset === asset);
  if (own.length === 0) return undefined;
  const timesOf = new Map<string, { amount: Amount; times: number }>();
  for (const { transferId, amount } of own.flatMap(rowsIn))
    timesOf.set(transferId, { amount: amount as Amount, times: (timesOf.get(transferId)?.times ?? 0) + 1 });
  const held = [...timesOf.values()];
  const created = candidates.filter((each) => each.asset === asset);
  return {
    ...{ asset, files: own.length, count: held.length, sum: sumOf(held) },
    again: held.filter(({ times }) => times > 1).length,
    ...{ created: created.length, createdSum: sumOf(created) },
  };
}

function sumOf(parts: readonly { amount: Amount }[]): Amount {
  return parts.reduce((sum, { amount }) => addAmounts(sum, amount), zero);
}

function fundable(asset: Asset, candidates: readonly Candidate[]) {
  const own = candidates.filter((each) => each.asset === asset.asset);
  const next = own.filter(({ reason, file }) => reason === undefined && file === undefined);
  const closesAt = next.flatMap(({ transfer }) => transfer?.standing.until ?? []).sort()[0] ?? null;
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
    sum: sumOf(next),
    closesAt,
    leftOut: leftOutReasons
      .map((reason) => ({ reason, count: count(reason) }))
      .filter((each) => each.count > 0),
    again: own.flatMap(({ n, id, file, reason }) =>
      file === undefined || reason !== undefined
        ? []
        : [{ transferId: id, n, file: file.n, madeAt: file.made_at }],
    ),
  };
}

function viewOfFile(
  file: FundingFileRow,
  byId: ReadonlyMap<string, Candidate>,
  madeBy: string | null,
): FundingFileView {
  const rows = rowsIn(file);
  const labels = rows.flatMap(({ transferId }) => byId.get(transferId)?.label ?? []);
  return {
    ...{ n: file.n, kind: file.kind, asset: file.asset, madeAt: file.made_at, madeBy },
    ...{ count: file.count, sum: file.sum as Amount, hash: file.hash },
    first: rows[0]?.address ?? "",
    last: rows.at(-1)?.address ?? "",
    seen: labels.filter(wasSeen).length,
    short: labels.filter((label) => label === "short").length,
  };
}
