import { randomBytes } from "node:crypto";
import { hex } from "@scure/base";
import type { Block, ChainToken } from "./chain-network";
import { type ChainNode, NodeError } from "./node";

/** What the doctor asks of an EVM node: its tokens, and how much it takes in one question. */

/** keccak256 of `Transfer(address,address,uint256)`. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** go-ethereum takes 1,000. */
export const mostAccounts = 500;
export const mostBlocks = 2_000;

const decimalsCall = "0x313ce567";
const symbolCall = "0x95d89b41";

export async function readToken(
  node: ChainNode,
  contract: string,
): Promise<{ decimals: number; symbol: string } | undefined> {
  const call = async (data: string) => String(await node.ask("eth_call", [{ to: contract, data }, "latest"]));
  // Where no code is, a call answers nothing.
  const said = await call(decimalsCall);
  if (!/^0x0{62}[0-9a-f]{2}$/i.test(said)) return undefined;
  return { decimals: Number(said), symbol: readText(await call(symbolCall)) };
}

/** A text as contracts answer it: its place, its length, its bytes. */
function readText(answer: string): string {
  const digits = answer.slice(2);
  const length = Number.parseInt(digits.slice(64, 128), 16);
  const bytes = digits.slice(128, 128 + 2 * (Number.isFinite(length) ? Math.min(length, 64) : 0));
  return /^([0-9a-f]{2})*$/i.test(bytes) ? Buffer.from(hex.decode(bytes.toLowerCase())).toString() : "";
}

/** For accounts of nobody, so that little is answered. */
export async function largestRange(
  node: ChainNode,
  tokens: readonly ChainToken[],
  { number }: Block,
): Promise<number> {
  const nobodys = Array.from(
    { length: mostAccounts },
    () => `0x${hex.encode(randomBytes(20)).padStart(64, "0")}`,
  );
  const topics = [transferTopic, null, nobodys];
  const address = tokens.map(({ contract }) => contract);
  for (let blocks = Math.min(mostBlocks, number + 1); blocks >= 1; blocks = Math.floor(blocks / 2)) {
    const range = { fromBlock: toHex(number - blocks + 1), toBlock: toHex(number) };
    try {
      await node.ask("eth_getLogs", [{ ...range, address, topics }]);
      return blocks;
    } catch (error) {
      if (!(error instanceof NodeError) || error.failure === "broken" || error.failure === "throttled")
        throw error;
    }
  }
  return 0;
}

export function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}
