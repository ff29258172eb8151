import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { liveFundings } from "#lib/transfer/funding";
import { appendFundEvent, moveFunding } from "./write-funding";

/** Invariant: a failure frees a transfer for as long as the block that shows it stands. */

type Failure = { block: number; blockHash: string };

/** For a locked transfer. The caller has compared the transaction with what was asked. */
export async function failFunding(
  trx: Trx,
  funding: FundingRow,
  { block, blockHash }: Failure,
): Promise<void> {
  const { id, hash } = funding;
  if (hash === null || (await isNamedTwice(trx, id, hash))) return;
  if (!(await moveFunding(trx, funding, ["sent"], "failed"))) return;
  await appendFundEvent(trx, funding, { source: "chain", kind: "fund_failed" }, { hash, block, blockHash });
}

/** What two wallets say they sent says nothing of what either did. */
async function isNamedTwice(trx: Trx, id: string, hash: string): Promise<boolean> {
  const other = await trx
    .selectFrom("fundings")
    .select("id")
    .where("hash", "=", hash)
    .where("id", "<>", id)
    .executeTakeFirst();
  return other !== undefined;
}

type Failed = Failure & { funding: Pick<FundingRow, "id" | "transfer_id"> };

/** Those of a network that failed since, the newest first, with the block that showed it. */
export async function readFailures(
  ledger: Db,
  network: string,
  { since, most }: { since: string; most: number },
): Promise<Failed[]> {
  const rows = await ledger
    .selectFrom("fundings")
    .innerJoin("transfers", "transfers.id", "fundings.transfer_id")
    .innerJoin("transfer_events", "transfer_events.transfer_id", "fundings.transfer_id")
    .select(["fundings.id", "fundings.transfer_id", "raw"])
    .where("fundings.state", "=", "failed")
    .where("fundings.changed_at", ">", since)
    .where("transfers.network", "=", network)
    .where("transfer_events.kind", "=", "fund_failed")
    .orderBy("fundings.changed_at", "desc")
    .orderBy("transfer_events.seq", "desc")
    .limit(most)
    .execute();
  return rows.flatMap(({ id, transfer_id, raw }) => {
    const said = JSON.parse(raw ?? "{}") as Partial<Failure> & { funding?: string };
    if (said.funding !== id || said.block === undefined || said.blockHash === undefined) return [];
    return [{ funding: { id, transfer_id }, block: said.block, blockHash: said.blockHash }];
  });
}

/** For a locked transfer: the block is gone, so what was sent may be mined again. One that was licensed since comes first. */
export async function reviveFunding(
  trx: Trx,
  funding: Pick<FundingRow, "id" | "transfer_id">,
  blockHash: string,
): Promise<void> {
  const live = await trx
    .selectFrom("fundings")
    .select("id")
    .where("transfer_id", "=", funding.transfer_id)
    .where("state", "in", [...liveFundings])
    .executeTakeFirst();
  if (live !== undefined || !(await moveFunding(trx, funding, ["failed"], "unsure"))) return;
  await appendFundEvent(trx, funding, { source: "chain", kind: "fund_unsure" }, { blockHash });
}
