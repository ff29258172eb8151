import { toWire } from "#lib/asset/address";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import { clocksDifferMs } from "#lib/transfer/deposit";
import type {
  Block,
  BlockRange,
  ChainNetwork,
  DepositReading,
  FoundDeposit,
  Unreadable,
} from "./chain-network";
import type { Ground } from "./heads";
import { type ChainNode, NodeError } from "./node";
import { couldMatter, isSame, type Look, mostDeposits } from "./record-deposits";
import { paymentsOf, readEach, type UnreadPayment } from "./unread";
import type { Watched } from "./watched";

/** What a node's answers mean for the deposits that are stored. */

type Reader = ChainNetwork["reader"];
export type Reading = Pick<Look, "network" | "watched"> & { range: BlockRange };

export function accountsOf(watched: readonly Watched[]): string[] {
  return [...new Set(watched.map(({ account }) => account))];
}

export async function requireBlock(reader: Reader, node: ChainNode, number: number): Promise<Block> {
  const block = await reader.readBlock(node, number);
  if (block === null) throw lacksBlock();
  return block;
}

export function lacksBlock(): NodeError {
  return new NodeError("broken", "The node lacks a block that it had.");
}

export type RangeReading = Pick<Look, "found" | "gone"> & {
  readTo: number;
  /** By transfer: the block time from which on more came than could be read. */
  blind: Map<string, string>;
  unread: UnreadPayment[];
  /** The transfers of both. */
  partly: ReadonlySet<string>;
};
type Question = Pick<Reading, "watched" | "range"> & {
  kind: "quick" | "settling" | "late";
  /** Where the range reaches up to it. */
  head?: Block;
};

/** What a node says of a range of blocks, and what it doesn't say. */
export async function readRange(
  { ledger, network, node, cursor }: Ground,
  { watched, range, kind, head }: Question,
): Promise<RangeReading> {
  const { reader } = network;
  const said = await reader.readDeposits(node, accountsOf(watched), range, kind);
  const worth = await withoutDust(ledger, watched, said.found, network);
  const { found, unreadable } = await withTimes(reader, node, worth);
  const part = [range[0], said.readTo] as const;
  const { gone, unsure } = await findGone(ledger, node, { network, watched, range: part, head, said });
  const blind = new Map<string, string>();
  for (const [account, block] of said.blind) {
    const since = await timeOf(reader, node, block);
    for (const { id, account: own, createdAt } of watched)
      if (own === account) noteEarliest(blind, id, since ?? cursor.settled_time ?? createdAt);
  }
  for (const row of unsure) noteEarliest(blind, row.transfer_id, row.block_time);
  if (kind === "late" && said.readTo < range[1]) {
    const since = (await timeOf(reader, node, said.readTo + 1)) ?? cursor.settled_time;
    for (const { id, createdAt } of watched) noteEarliest(blind, id, since ?? createdAt);
  }
  const unread = paymentsOf(watched, [...said.unreadable, ...unreadable]);
  const partly = new Set([...blind.keys(), ...unread.map(({ transferId }) => transferId)]);
  return { found, gone, readTo: said.readTo, blind, unread, partly };
}

export function noteEarliest(blind: Map<string, string>, id: string, since: string): void {
  const before = blind.get(id);
  if (before === undefined || since < before) blind.set(id, since);
}

async function timeOf(reader: Reader, node: ChainNode, number: number): Promise<string | undefined> {
  const { read } = await readEach([number], (one) => reader.readBlock(node, one));
  const timeMs = read[0]?.timeMs;
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}

type Missing = Reading & { said: DepositReading; head: Block | undefined };

/** Of the stored deposits in the range, those that the node no longer has, and those of which it says nothing that can be. */
async function findGone(
  ledger: Db,
  node: ChainNode,
  { said, head, ...reading }: Missing,
): Promise<{ gone: DepositRow[]; unsure: DepositRow[] }> {
  const { reader } = reading.network;
  const standing = await readStanding(ledger, { ...reading, head });
  const missing = standing.filter((row) => !said.found.some((deposit) => isSame(row, deposit)));
  const isUnread = (row: DepositRow) => said.blind.has(toWire(row.to_address));
  const { read, failed } = await readEach(
    missing.filter((row) => !isUnread(row)),
    async (row) => ((await reader.isGone(node, row, reading.range)) ? [row] : []),
  );
  return { gone: read.flat(), unsure: [...failed, ...missing.filter(isUnread)] };
}

/**
 * What is stored of the addresses that were asked for, in the known tokens, and not gone; with a head, also what is said to
 * be in blocks above one that is younger.
 */
export async function readStanding(
  ledger: Db,
  { network, watched, range: [from, to], head }: Reading & { head?: Block | undefined },
): Promise<DepositRow[]> {
  const before = new Date((head?.timeMs ?? 0) - clocksDifferMs).toISOString();
  const rows = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("network", "=", network.network)
    .where("block", ">=", from)
    .where(({ eb, or, and }) =>
      or([
        eb("block", "<=", to),
        ...(head === undefined ? [] : [and([eb("block", ">", head.number), eb("block_time", "<", before)])]),
      ]),
    )
    .where("state", "!=", "gone")
    .execute();
  const asked = new Set(watched.map(({ id, account }) => `${id} ${account}`));
  const contracts = new Set(network.tokens.map(({ contract }) => contract));
  return rows.filter(
    (row) => asked.has(`${row.transfer_id} ${toWire(row.to_address)}`) && contracts.has(row.contract),
  );
}

type Timed = { found: Look["found"]; unreadable: Unreadable[] };

/** A log does not say when it happened; its block does. */
export async function withTimes(
  reader: Reader,
  node: ChainNode,
  found: readonly FoundDeposit[],
): Promise<Timed> {
  const blocks = new Map(found.filter(({ timeMs }) => timeMs === undefined).map((one) => [one.block, one]));
  const { read } = await readEach([...blocks.keys()], async (number) => {
    const block = await reader.readBlock(node, number);
    return block === null ? [] : [block];
  });
  const known = new Map(read.flat().map((block) => [block.number, block]));
  const timed = found.map((deposit) => {
    const block = known.get(deposit.block);
    const timeMs = deposit.timeMs ?? (block?.hash === deposit.blockHash ? block.timeMs : undefined);
    return { deposit, timeMs };
  });
  return {
    found: timed.flatMap(({ deposit, timeMs }) =>
      timeMs === undefined ? [] : [{ ...deposit, blockTime: new Date(timeMs).toISOString() }],
    ),
    unreadable: timed.flatMap(({ deposit: { account, tx, raw }, timeMs }) =>
      timeMs === undefined ? [{ account, tx, raw }] : [],
    ),
  };
}

/** Not worth a question to the ledger. */
const fewDeposits = 20;

/** Anybody can send dust: of an address with very many, those that are stored, the first, and what could matter. */
export async function withoutDust(
  ledger: Db,
  watched: readonly Watched[],
  found: readonly FoundDeposit[],
  { tokens }: ChainNetwork,
): Promise<FoundDeposit[]> {
  const byAccount = new Map<string, FoundDeposit[]>();
  for (const one of found) {
    const all = byAccount.get(one.account);
    if (all === undefined) byAccount.set(one.account, [one]);
    else all.push(one);
  }
  const kept: FoundDeposit[] = [];
  for (const [account, all] of byAccount) {
    if (all.length <= fewDeposits) {
      kept.push(...all);
      continue;
    }
    const ids = watched.filter((one) => one.account === account).map(({ id }) => id);
    if (ids.length === 0) continue;
    const rows = await ledger.selectFrom("deposits").selectAll().where("transfer_id", "in", ids).execute();
    const transfers = await ledger.selectFrom("transfers").selectAll().where("id", "in", ids).execute();
    const stored = new Set(rows.map(({ tx, ordinal }) => `${tx} ${ordinal}`));
    const room = mostDeposits - rows.length;
    for (const [at, one] of all.entries()) {
      const token = tokens.find(({ contract }) => contract === one.contract);
      const isKept =
        at < room ||
        stored.has(`${one.tx} ${one.ordinal}`) ||
        (token !== undefined && transfers.some((transfer) => couldMatter(one.units, token, transfer)));
      if (isKept) kept.push(one);
    }
  }
  return kept;
}
