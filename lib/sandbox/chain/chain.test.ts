import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tronAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { Service } from "#lib/testing/service/contract-target";
import {
  askChain,
  blockOf,
  type ChainBlock,
  type ChainLog,
  depositsOf,
  headOf,
  hex,
  initiateOn,
  openOnStoppedClock,
  stopClock,
  tokensOf,
  topicOf,
  transferTopic,
  waitSeconds,
} from "#lib/testing/service/sandbox-chain";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

async function lastBlocks(service: Service, count: number): Promise<ChainBlock[]> {
  const head = await headOf(service);
  const blocks: ChainBlock[] = [];
  for (let at = head - count + 1; at <= head; at++) blocks.push(await blockOf(service, at));
  return blocks;
}

function expectChained(blocks: ChainBlock[]): void {
  for (const [at, block] of blocks.entries()) {
    if (at > 0) expect(block.parentHash).toBe(blocks[at - 1]?.hash);
    expect(block.hash).toMatch(/^0x[0-9a-f]{64}$/);
  }
  expect(new Set(blocks.map(({ hash }) => hash)).size).toBe(blocks.length);
}

describe("the blocks", () => {
  test("come each two seconds, each on the one before, and another network's are others", async () => {
    const service = await openOnStoppedClock();
    const before = await headOf(service);
    await waitSeconds(1.9);
    expect(await headOf(service)).toBe(before);
    await waitSeconds(0.1);
    expect(await headOf(service)).toBe(before + 1);
    await waitSeconds(18);
    const blocks = await lastBlocks(service, 20);
    expectChained(blocks);
    const times = blocks.map(({ timestamp }) => Number(timestamp));
    expect(times.at(-1)).toBe(Math.floor(Date.now() / 1000));
    expect(times.every((time, at) => at === 0 || time === (times[at - 1] ?? 0) + 2)).toBe(true);
    expect((await blockOf(service, before, "polygon")).hash).not.toBe((await blockOf(service, before)).hash);
    expect(await blockOf(service, before + 100)).toBeNull();
    const latest = await askChain(service, "eth_getBlockByNumber", ["latest", false]);
    expect(latest.result).toEqual(blocks.at(-1));
  });

  test("come as often as a test says", async () => {
    const service = await openOnStoppedClock({ times: { blockMs: 100 } });
    const before = await headOf(service);
    await waitSeconds(1);
    expect(await headOf(service)).toBe(before + 10);
  });

  test("are others from where a reorganisation begins, and the same below", async () => {
    const service = await openOnStoppedClock();
    const kept = await initiateOn(service, { accountName: "Sandbox short" });
    const dropped = await initiateOn(service, { accountName: "Sandbox reorg" });
    await waitSeconds(8);
    const before = await lastBlocks(service, 10);
    const [seen] = await depositsOf(service, dropped);
    const [other] = await depositsOf(service, kept);
    const from = Number(seen?.blockNumber);
    expect((await blockOf(service, from)).transactions).toContain(seen?.transactionHash);
    const receipt = async () =>
      (await askChain<ChainLog>(service, "eth_getTransactionReceipt", [seen?.transactionHash])).result;
    expect(await receipt()).toMatchObject({ blockHash: seen?.blockHash });

    await waitSeconds(1);
    const after = await lastBlocks(service, 10);
    expectChained(after);
    for (const [at, { number, hash }] of before.entries())
      expect([number, after[at]?.hash === hash]).toEqual([number, Number(number) < from]);
    expect([await depositsOf(service, dropped), await receipt()]).toEqual([[], null]);
    expect((await blockOf(service, from)).transactions).not.toContain(seen?.transactionHash);
    // In the same block, which has another hash now.
    expect(await depositsOf(service, kept)).toEqual([
      { ...other, blockHash: (await blockOf(service, from)).hash },
    ]);

    await waitSeconds(1);
    const [again] = await depositsOf(service, dropped);
    expect(again).toMatchObject({ transactionHash: seen?.transactionHash, data: seen?.data });
    expect(Number(again?.blockNumber)).toBeGreaterThan(from);
    expect(await receipt()).toMatchObject({ blockHash: again?.blockHash, blockNumber: again?.blockNumber });
  });
});

describe("a log", () => {
  test("has its own place in the block, and two of one transaction have two", async () => {
    const service = await openOnStoppedClock();
    const one = await initiateOn(service, { accountName: "Sandbox two in one" });
    const other = await initiateOn(service, { accountName: "Sandbox short" });
    await waitSeconds(6);
    const logs = [...(await depositsOf(service, one)), ...(await depositsOf(service, other))];
    expect(logs.map(({ logIndex, transactionIndex }) => [logIndex, transactionIndex])).toEqual([
      ["0x0", "0x0"],
      ["0x1", "0x0"],
      ["0x2", "0x1"],
    ]);
    expect(logs.map(({ topics }) => topics[2])).toEqual([
      topicOf(one.address),
      topicOf(one.address),
      topicOf(other.address),
    ]);
  });

  test("is found by contract, sender, recipient and block, each as a node does", async () => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { accountName: "Sandbox short" });
    await waitSeconds(6);
    const [log] = await depositsOf(service, made);
    const [contract = "", at = 0] = [log?.address, Number(log?.blockNumber)];
    const [topic, from = "", to = ""] = log?.topics ?? [];
    const found = async (changes: object) => {
      const filter = { fromBlock: hex(at), toBlock: hex(at), ...changes };
      return (await askChain<ChainLog[]>(service, "eth_getLogs", [filter])).result.length;
    };
    const nobody = `0x${"1".repeat(40)}`;
    expect(topic).toBe(transferTopic);
    for (const changes of [
      {},
      { address: contract },
      { address: contract.toUpperCase().replace("0X", "0x") },
      { address: [nobody, contract], topics: [] },
      { topics: [[transferTopic], from, [topicOf(nobody), to.toUpperCase().replace("0X", "0x")]] },
      { topics: [null, null, []] },
      { fromBlock: hex(at - 5), toBlock: "0xffffffff" },
    ])
      expect([changes, await found(changes)]).toEqual([changes, 1]);
    for (const changes of [
      { address: nobody },
      { topics: [topicOf(nobody)] },
      { topics: [transferTopic, to] },
      { topics: [transferTopic, null, topicOf(nobody)] },
      { topics: [transferTopic, null, null, null] },
      { toBlock: hex(at - 1), fromBlock: hex(at - 5) },
      { fromBlock: hex(at + 1), toBlock: hex(at + 1) },
      { fromBlock: "0xffffffffffffffff", toBlock: "0xffffffffffffffff" },
    ])
      expect([changes, await found(changes)]).toEqual([changes, 0]);
  });
});

describe("a network's chain", () => {
  test("has the chain ID, and the contracts, of the asset table", async () => {
    const service = await openOnStoppedClock();
    for (const { network, addressFamily, chainId } of sandboxAssets) {
      if (addressFamily === "solana") continue;
      expect((await askChain(service, "eth_chainId", [], network)).result).toBe(hex(chainId ?? 0));
      for (const { contract, decimals, symbol } of tokensOf(network).tokens) {
        const call = async (data: string) =>
          (await askChain<string>(service, "eth_call", [{ to: contract, data }, "latest"], network)).result;
        expect(BigInt(await call("0x313ce567"))).toBe(BigInt(decimals));
        const text = (await call("0x95d89b41")).slice(2);
        const length = Number(`0x${text.slice(64, 128)}`);
        expect([text.length % 64, text.slice(0, 64)]).toEqual([0, "20".padStart(64, "0")]);
        expect(Buffer.from(text.slice(128), "hex").subarray(0, length).toString()).toBe(symbol);
        const code = await askChain<string>(service, "eth_getCode", [contract, "latest"], network);
        expect(code.result.length).toBeGreaterThan(2);
      }
    }
    const nobody = `0x${"1".repeat(40)}`;
    expect((await askChain(service, "eth_getCode", [nobody, "latest"])).result).toBe("0x");
    expect((await askChain(service, "eth_call", [{ to: nobody, data: "0x313ce567" }])).result).toBe("0x");
    const { contract = "" } = tokensOf("base").tokens[0] ?? {};
    const other = await askChain(service, "eth_call", [{ to: contract, data: "0x70a08231" }]);
    expect(other.error).toMatchObject({ code: -32000, message: "execution reverted" });
  });

  test("writes Tron's addresses as twenty bytes, the deposit's and the contract's", async () => {
    const service = await openOnStoppedClock();
    const tron = { fromCurrency: "USDT", network: "tron", accountName: "Sandbox short" };
    const made = await initiateOn(service, tron);
    await waitSeconds(6);
    const [log] = await depositsOf(service, made, "tron");
    const written = (text = "") => tronAddress(Buffer.from(text.slice(-40), "hex"));
    expect([written(log?.topics[2]), written(log?.address)]).toEqual([
      made.address,
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    ]);
  });

  test("is there for EVM and Tron alone, behind the key, by POST", async () => {
    const service = await openOnStoppedClock();
    const body = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
    for (const network of ["solana", "optimism", "constructor", "%2e%2e"])
      expect((await service.send("POST", `/sandbox/chain/${network}`, { body })).status).toBe(404);
    for (const key of [null, "wrong"])
      expect((await service.send("POST", "/sandbox/chain/base", { body, key })).status).toBe(401);
    expect((await service.send("GET", "/sandbox/chain/base")).status).toBe(404);
    const contentType = "text/plain";
    expect((await service.send("POST", "/sandbox/chain/base", { body, contentType })).status).toBe(415);
    const large = { ...body, method: "x".repeat(70_000) };
    expect((await service.send("POST", "/sandbox/chain/base", { body: large })).status).toBe(413);
  });
});

describe("a request that no node takes", () => {
  test.each([
    ["", -32700],
    ["{", -32700],
    ["null", -32600],
    ["[]", -32600],
    ["7", -32600],
    [`[${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" })}]`, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600],
    ['{"jsonrpc":"2.0","method":"eth_chainId"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[]}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor","params":[]}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"__proto__","params":[]}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"","params":[]}', -32601],
  ])("%.60s: %d", async (body, code) => {
    const service = await openOnStoppedClock();
    const { status, text } = await service.send("POST", "/sandbox/chain/base", {
      body,
      contentType: "application/json",
    });
    expect([status, JSON.parse(text)]).toMatchObject([200, { jsonrpc: "2.0", error: { code } }]);
  });

  const range = { fromBlock: "0x1", toBlock: "0x2" };
  const address = `0x${"a".repeat(40)}`;
  test.each<[string, unknown[]]>([
    ["eth_getBlockByNumber", []],
    ["eth_getBlockByNumber", ["latest"]],
    ["eth_getBlockByNumber", ["latest", true]],
    ["eth_getBlockByNumber", ["finalized", false]],
    ["eth_getBlockByNumber", ["0x", false]],
    ["eth_getBlockByNumber", ["0x01", false]],
    ["eth_getBlockByNumber", ["12", false]],
    ["eth_getBlockByNumber", [12, false]],
    ["eth_getBlockByNumber", ["-0x1", false]],
    ["eth_getBlockByNumber", [`0x${"f".repeat(17)}`, false]],
    ["eth_getLogs", []],
    ["eth_getLogs", [{}]],
    ["eth_getLogs", [{ ...range, toBlock: "latest" }]],
    ["eth_getLogs", [{ fromBlock: "0x1" }]],
    ["eth_getLogs", [{ ...range, fromBlock: "0x3" }]],
    ["eth_getLogs", [{ ...range, blockHash: `0x${"0".repeat(64)}` }]],
    ["eth_getLogs", [{ ...range, address: "0x1" }]],
    ["eth_getLogs", [{ ...range, address: [address, 7] }]],
    ["eth_getLogs", [{ ...range, address: "'; drop table chain_logs; --" }]],
    ["eth_getLogs", [{ ...range, topics: transferTopic }]],
    ["eth_getLogs", [{ ...range, topics: [address] }]],
    ["eth_getLogs", [{ ...range, topics: [null, null, null, null, null] }]],
    ["eth_getLogs", [{ ...range, address: Array(1_001).fill(address) }]],
    ["eth_getTransactionReceipt", []],
    ["eth_getTransactionReceipt", ["0x1"]],
    ["eth_getTransactionReceipt", [null]],
    ["eth_call", [{ to: "0x1", data: "0x" }]],
    ["eth_call", [{ to: address }]],
    ["eth_call", [{ to: address, data: "0xzz" }]],
    ["eth_getCode", ["latest"]],
    ["eth_getCode", [address, "0x1"]],
  ])("%s of %j is bad", async (method, params) => {
    const service = await openOnStoppedClock();
    expect(await askChain(service, method, params)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32602, message: expect.any(String) },
    });
  });
});
