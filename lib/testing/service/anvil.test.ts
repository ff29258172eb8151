import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evmAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { firstAsset } from "#lib/asset/assets";
import { type Anvil, startAnvil } from "./anvil";
import { type EvmToken, putToken } from "./evm-token";
import { type ChainLog, hex, topicOf, transferTopic } from "./sandbox-chain";

const { contract = "", chainId = 0 } = firstAsset(sandboxAssets);
let anvil: Anvil;
let usdc: EvmToken;

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  usdc = await putToken(anvil, contract, { symbol: "USDC", decimals: 6 });
});
afterAll(() => anvil.close());

const newAddress = () => evmAddress(randomBytes(20));

async function depositsTo(to: string, address = contract): Promise<ChainLog[]> {
  const topics = [transferTopic, null, [topicOf(to)]];
  return anvil.ask("eth_getLogs", { fromBlock: "0x0", toBlock: hex(await anvil.head()), address, topics });
}

const unitsOf = (logs: ChainLog[]) => logs.map(({ data }) => BigInt(data));
const call = (data: string) => anvil.ask<string>("eth_call", { to: contract, data }, "latest");

test("a real node has the chain ID and the token of the asset table, and mines nothing unasked", async () => {
  expect(Number(await anvil.ask("eth_chainId"))).toBe(8453);
  expect(BigInt(await call("0x313ce567"))).toBe(6n);
  expect(
    Buffer.from((await call("0x95d89b41")).slice(130), "hex")
      .toString()
      .slice(0, 4),
  ).toBe("USDC");
  const [to, before] = [newAddress(), await anvil.head()];
  await usdc.transfer(to, 1n);
  expect([await anvil.head(), await depositsTo(to)]).toEqual([before, []]);
  await anvil.mine(3);
  expect([await anvil.head(), (await depositsTo(to)).length]).toEqual([before + 3, 1]);
});

test("a transfer of 100 USDC is found by its topic, with its units", async () => {
  const to = newAddress();
  const hash = await usdc.transfer(to, 100_000_000n);
  await anvil.mine(1);
  expect(await depositsTo(to)).toMatchObject([
    {
      address: contract.toLowerCase(),
      topics: [transferTopic, topicOf(usdc.holder), topicOf(to)],
      data: `0x${(100_000_000).toString(16).padStart(64, "0")}`,
      transactionHash: hash,
      blockNumber: hex(await anvil.head()),
    },
  ]);
});

test("two transfers in one transaction are two logs of it", async () => {
  const to = newAddress();
  const hash = await usdc.transferTwice(to, 60n, 40n);
  await anvil.mine(1);
  const logs = await depositsTo(to);
  expect(unitsOf(logs)).toEqual([60n, 40n]);
  expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([hash, hash]);
  expect(new Set(logs.map(({ logIndex }) => logIndex)).size).toBe(2);
});

test("a token with a fee of its own brings less than was sent", async () => {
  const token = await putToken(anvil, newAddress(), { code: "FeeToken", symbol: "FEE", decimals: 18 });
  const to = newAddress();
  await token.transfer(to, 1_000n);
  await anvil.mine(1);
  expect(unitsOf(await depositsTo(to, token.address))).toEqual([990n]);
});

test("a reorganisation drops a transfer, moves another, and changes the blocks", async () => {
  const [dropped, moved] = [newAddress(), newAddress()];
  const droppedHash = await usdc.transfer(dropped, 5n);
  await anvil.mine(1);
  const [before] = await depositsTo(dropped);
  await anvil.reorg(1);
  expect(await depositsTo(dropped)).toEqual([]);
  expect(await anvil.ask("eth_getTransactionReceipt", droppedHash)).toBeNull();
  const block = await anvil.ask<{ hash: string }>("eth_getBlockByNumber", before?.blockNumber, false);
  expect(block.hash).not.toBe(before?.blockHash);

  const movedHash = await usdc.transfer(moved, 7n);
  await anvil.mine(2);
  const [first] = await depositsTo(moved);
  await anvil.reorg(2, [[await anvil.rawTx(movedHash), 1]]);
  const [again] = await depositsTo(moved);
  expect(again).toMatchObject({ transactionHash: movedHash, data: first?.data });
  expect(Number(again?.blockNumber)).toBe(Number(first?.blockNumber) + 1);
});

test("a snapshot takes the chain back", async () => {
  const to = newAddress();
  const revert = await anvil.snapshot();
  await usdc.mint(to, 9n);
  await anvil.mine(2);
  expect(unitsOf(await depositsTo(to))).toEqual([9n]);
  await revert();
  expect(await depositsTo(to)).toEqual([]);
});

test("a node ends when it is closed", async () => {
  const other = await startAnvil({ chainId: 137, mining: "each" });
  const token = await putToken(other, contract, { symbol: "USDC", decimals: 6 });
  const hash = await token.transfer(newAddress(), 1n);
  // The node answers before the block is made.
  await expect.poll(() => other.ask("eth_getTransactionReceipt", hash)).not.toBeNull();
  await other.close();
  await expect(other.head()).rejects.toThrow();
});
