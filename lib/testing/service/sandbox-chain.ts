import { expect, onTestFinished, vi } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { openNetworks, wireAddress } from "#lib/sandbox/chain/networks";
import type { SandboxOptions } from "#lib/sandbox/sandbox";
import { openInProcess, type Service, transferBody } from "./contract-target";

/** The sandbox's chains, read as a node is read, on a clock that moves only when a test moves it. */

export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export type ChainLog = {
  address: string;
  topics: string[];
  data: string;
  blockNumber: string;
  blockHash: string;
  transactionHash: string;
  transactionIndex: string;
  logIndex: string;
};
export type ChainBlock = {
  number: string;
  hash: string;
  parentHash: string;
  timestamp: string;
  transactions: string[];
};
export type RpcAnswer<Result> = { id: unknown; result: Result; error?: { code: number; message: string } };
export type Made = { transactionId: string; address: string };

/** At the start of a block, until `vi.useRealTimers()`. */
export function stopClock(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["Date", "setTimeout", "clearTimeout"] });
}

export const waitSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

export async function openOnStoppedClock(options: Partial<SandboxOptions> = {}): Promise<Service> {
  const service = await openInProcess(options);
  onTestFinished(() => service.close());
  return service;
}

export async function initiateOn(service: Service, changes: Record<string, unknown> = {}): Promise<Made> {
  return (await service.call("initiate", { body: transferBody(changes) })).json as Made;
}

export async function askChain<Result>(
  service: Service,
  method: string,
  params: unknown[] = [],
  network = "base",
): Promise<RpcAnswer<Result>> {
  const body = { jsonrpc: "2.0", id: 7, method, params };
  const { status, text } = await service.send("POST", `/sandbox/chain/${network}`, { body });
  expect(status, text).toBe(200);
  return JSON.parse(text) as RpcAnswer<Result>;
}

export const hex = (number: number) => `0x${number.toString(16)}`;
export const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

export async function headOf(service: Service, network = "base"): Promise<number> {
  return Number((await askChain<string>(service, "eth_blockNumber", [], network)).result);
}

export async function blockOf(service: Service, number: number, network = "base"): Promise<ChainBlock> {
  return (await askChain<ChainBlock>(service, "eth_getBlockByNumber", [hex(number), false], network)).result;
}

const networks = openNetworks(sandboxAssets);

export function tokensOf(network: string) {
  const chain = networks.get(network);
  if (chain === undefined) throw new Error(`The sandbox has no chain of ${network}.`);
  return chain;
}

/** What the last 100 blocks brought to the transfer's address, in any token of the network. */
export async function depositsOf(service: Service, made: Made, network = "base"): Promise<ChainLog[]> {
  const { tokens, family } = tokensOf(network);
  const head = await headOf(service, network);
  const filter = {
    fromBlock: hex(head - 100),
    toBlock: hex(head),
    address: tokens.map(({ contract }) => contract),
    topics: [transferTopic, null, [topicOf(wireAddress(made.address, family))]],
  };
  return (await askChain<ChainLog[]>(service, "eth_getLogs", [filter], network)).result;
}
