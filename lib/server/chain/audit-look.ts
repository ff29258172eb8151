import { createHash } from "node:crypto";
import { formatExact } from "#lib/money/format";
import { fromUnits } from "#lib/money/units";
import { inTransaction } from "#lib/server/audit/transaction";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { log } from "#lib/server/observe/log";
import { countDeposits } from "#lib/server/observe/metrics";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { BlockRange, FoundDeposit } from "./chain-network";
import { noteAudit } from "./cursors";
import type { Ground } from "./heads";
import type { ChainNode } from "./node";
import { accountsOf, type Reading, readStanding, withoutDust, withTimes } from "./readings";
import { isSame, recordLook } from "./record-deposits";
import type { Watched } from "./watched";

/**
 * Invariant: the third look adds what both others missed, and takes nothing back. Where two nodes still differ, that is an
 * event of the transfer, once for each difference.
 */

const hourMs = 3_600_000;

/** Of one audit. */
const mostParts = 20;

/** Reads the last hours again, one hour behind, by the node of `ground`; `first` is the one that was asked before, if another. */
export async function lookAgain(
  ground: Ground,
  watched: readonly Watched[],
  first?: ChainNode,
): Promise<void> {
  const { ledger, network, node, cursor } = ground;
  if (cursor.settled !== null && watched.length > 0) {
    const { reader } = network;
    const now = Date.now();
    const highest = Math.min(cursor.settled, (await reader.readHead(node)).number);
    let from = await reader.blockAt(node, now - 3 * hourMs, highest);
    const to = await reader.blockAt(node, now - hourMs, highest);
    for (let part = 0; part < mostParts && from <= to; part++)
      from = (await auditPart(ground, watched, [from, to], first)) + 1;
  }
  await noteAudit(ledger, network.network);
}

/** Returns the block up to which the node has told what it knows. */
async function auditPart(
  { ledger, network, node }: Ground,
  watched: readonly Watched[],
  asked: BlockRange,
  first?: ChainNode,
): Promise<number> {
  const { reader } = network;
  const said = await reader.readDeposits(node, accountsOf(watched), asked, "audit");
  const range = [asked[0], said.readTo] as const;
  // Of what could not be read, nothing is compared.
  const whole = watched.filter(({ account }) => !said.blind.has(account));
  const standing = await readStanding(ledger, { network, watched: whole, range });
  const isKnown = (deposit: FoundDeposit) =>
    standing.some(
      (row) => isSame(row, deposit) && (row.state === "confirmed" || row.units !== deposit.units),
    );
  const omitted = await withoutDust(
    ledger,
    watched,
    said.found.filter((deposit) => !isKnown(deposit)),
    network,
  );
  const { found } = await withTimes(reader, node, omitted);
  const look = { network, node: node.host, watched, confirmedTo: range[1], gone: [], found };
  const disputes =
    first === undefined
      ? []
      : await findDisputes(first, { network, watched: whole, range, found: said.found, standing });
  const { added, told } = await inTransaction(ledger, async (trx) => ({
    added: await recordLook(trx, look),
    told: await recordDisputes(trx, network.network, disputes),
  }));
  const names = { network: network.network, host: node.host };
  countDeposits([...added, ...Array(told).fill("disputed")]);
  if (added.length > 0)
    log().warn({ ...names, changes: added.length }, "the audit found deposits that were missed");
  if (told > 0) log().error({ ...names, first: first?.host, deposits: told }, "two nodes disagree");
  return said.readTo;
}

type Dispute = { transferId: string; deposit: FoundDeposit; text: string; raw: string };
type Read = Reading & { found: readonly FoundDeposit[]; standing: readonly DepositRow[] };

/** The first node is asked again wherever the second says something else than what is stored. */
async function findDisputes(
  first: ChainNode,
  { network, watched, range, found, standing }: Read,
): Promise<Dispute[]> {
  const isStored = (deposit: FoundDeposit) =>
    standing.some(
      (row) => isSame(row, deposit) && row.block_hash === deposit.blockHash && row.units === deposit.units,
    );
  const isFound = (row: DepositRow) => found.some((deposit) => isSame(row, deposit));
  const missing = new Set(standing.filter((row) => !isFound(row)).map(({ transfer_id }) => transfer_id));
  const other = new Set(found.filter((deposit) => !isStored(deposit)).map(({ account }) => account));
  const unsure = watched.filter(({ id, account }) => missing.has(id) || other.has(account));
  if (unsure.length === 0) return [];
  const {
    found: said,
    readTo,
    blind,
  } = await network.reader.readDeposits(first, accountsOf(unsure), range, "audit");
  // What the first doesn't tell at once differs from nothing.
  if (readTo < range[1]) return [];
  const keyOf = ({ tx, contract, account, ordinal }: FoundDeposit) =>
    [tx, contract, account, ordinal].join(" ");
  const [one, two] = [said, found].map((all) => new Map(all.map((each) => [keyOf(each), each])));
  return unsure.flatMap(({ id, account }) =>
    [...new Map([...(one ?? []), ...(two ?? [])])].flatMap(([key, deposit]) => {
      const [mine, theirs] = [one?.get(key), two?.get(key)];
      const isAgreed = mine?.blockHash === theirs?.blockHash && mine?.units === theirs?.units;
      const token = network.tokens.find(({ contract }) => contract === deposit.contract);
      if (deposit.account !== account || blind.has(account) || isAgreed || token === undefined) return [];
      const what = `${formatExact(fromUnits(BigInt(deposit.units), token.decimals))} ${token.symbol}`;
      const text =
        mine === undefined
          ? `Only the second node has ${what}`
          : theirs === undefined
            ? `The second node doesn’t have ${what}`
            : `The second node says something else about ${what}`;
      const raw = JSON.stringify({ first: mine?.raw ?? null, second: theirs?.raw ?? null });
      return [{ transferId: id, deposit, text, raw }];
    }),
  );
}

/** Returns how many are new: the hour that two audits share is read twice. */
async function recordDisputes(trx: Trx, network: string, disputes: readonly Dispute[]): Promise<number> {
  let told = 0;
  for (const { transferId, deposit, text, raw } of disputes) {
    const { tx, contract, account, ordinal } = deposit;
    const body_hash = createHash("sha256")
      .update(JSON.stringify([network, tx, contract, account, ordinal, text]))
      .digest("hex");
    await holdTransfers(trx, [transferId]);
    if (await isTold(trx, transferId, body_hash)) continue;
    const said = { source: "chain", kind: "deposit_disputed", text, raw, raw_encoding: "utf8" } as const;
    await appendEvent(trx, transferId, { ...said, body_hash, claimed_id: tx });
    told += 1;
  }
  return told;
}

async function isTold(db: Db | Trx, transfer_id: string, body_hash: string): Promise<boolean> {
  const found = await db
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", transfer_id)
    .where("body_hash", "=", body_hash)
    .executeTakeFirst();
  return found !== undefined;
}
