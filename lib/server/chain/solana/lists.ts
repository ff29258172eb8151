import * as z from "zod/mini";
import type { BlockRange } from "../chain-network";
import { malformed } from "../evm/logs";
import { type ChainNode, NodeError } from "../node";

/** Invariant: a list is read newest first, so that what is new is not behind a flood; what is left of one is read on later. */

/** Such a number fits every database's integer. */
const highestSlot = 2 ** 31 - 1;
export const slotNumber = z.int().check(z.minimum(0), z.maximum(highestSlot));

const mostSignatures = 1_000;
/** Of one account in one look. */
const mostPages = 10;
const mostTransactions = 200;

const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/));
const Signatures = z
  .array(z.object({ signature, slot: slotNumber, err: z.unknown() }))
  .check(z.maxLength(mostSignatures));
type Listed = z.output<typeof Signatures>[number];

export type ListReading = {
  /** In the range, and without a fault. */
  listed: Listed[];
  /** Whether any in the range named the account, failed or not, and the newest slot of all. */
  isTouched: boolean;
  newestSlot: number;
  /** After this one, the rest was not read. */
  rest: string | undefined;
};
type Question = {
  address: string;
  range: BlockRange;
  commitment: string;
  /** Where an earlier look stopped. */
  before?: string | undefined;
};

export async function readList(
  node: ChainNode,
  { address, range: [from, to], commitment, before }: Question,
): Promise<ListReading> {
  const reading: ListReading = { listed: [], isTouched: false, newestSlot: -1, rest: undefined };
  const known = new Set<string>();
  let last: Listed | undefined;
  let limit = mostSignatures;
  for (let page = 0; page < mostPages; ) {
    const after = last?.signature ?? before;
    const options = { commitment, minContextSlot: to, limit, ...(after !== undefined && { before: after }) };
    const some = await readPage(node, address, options);
    if (some === undefined) {
      if (limit === 1) break;
      limit = Math.ceil(limit / 2);
      continue;
    }
    page += 1;
    for (const one of some) {
      if (known.has(one.signature) || one.slot > (last?.slot ?? highestSlot))
        throw malformed("list of transactions");
      known.add(one.signature);
      last = one;
      reading.newestSlot = Math.max(reading.newestSlot, one.slot);
      if (one.slot < from) return reading;
      if (one.slot > to) continue;
      reading.isTouched = true;
      if (one.err === null) reading.listed.push(one);
      if (reading.listed.length >= mostTransactions) return { ...reading, rest: one.signature };
    }
    if (some.length < limit) return reading;
  }
  // Nothing was read at all: from the newest on, another time.
  return { ...reading, rest: last?.signature ?? before ?? "" };
}

/** `undefined` where a shorter one has to be asked for: anybody's notes are in it. */
async function readPage(node: ChainNode, address: string, options: object): Promise<Listed[] | undefined> {
  try {
    const said = Signatures.safeParse(await node.ask("getSignaturesForAddress", [address, options]));
    if (!said.success) throw malformed("list of transactions");
    return said.data;
  } catch (error) {
    if (error instanceof NodeError && error.failure === "too_much") return undefined;
    throw error;
  }
}
