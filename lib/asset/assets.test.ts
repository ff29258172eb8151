import { describe, expect, test } from "vitest";
import { Asset, AssetTable } from "./asset";
import { defaultAssets, sandboxAssets } from "./asset-tables";
import { explorerTxUrl, explorerUrl, findAsset, firstAsset } from "./assets";

describe("the asset tables", () => {
  test.each([
    ["default", defaultAssets],
    ["sandbox", sandboxAssets],
  ])("the %s one keeps the rules of a table", (_name, table) => {
    expect(AssetTable.safeParse(table).success).toBe(true);
    // One row gives both namings, so a pair must not stand twice either.
    const pairs = table.map(({ fromCurrency, network }) => `${fromCurrency} ${network}`);
    expect(new Set(pairs).size).toBe(table.length);
    for (const { asset, fromCurrency, network } of table)
      expect(asset).toBe(`${network}:${fromCurrency.toLowerCase()}`);
  });

  test("against a real service name the one asset of the interface", () => {
    expect(defaultAssets.map(({ asset }) => asset)).toEqual(["base:usdc"]);
  });

  test("give 18 decimals on BNB Smart Chain and 6 elsewhere", () => {
    for (const { network, decimals } of sandboxAssets) expect(decimals).toBe(network === "bsc" ? 18 : 6);
  });

  test("give each network the form of its addresses, and no USDC on Tron", () => {
    const family = new Map(sandboxAssets.map(({ network, addressFamily }) => [network, addressFamily]));
    expect(Object.fromEntries(family)).toEqual({
      base: "evm",
      ethereum: "evm",
      polygon: "evm",
      arbitrum: "evm",
      bsc: "evm",
      solana: "solana",
      tron: "tron",
    });
    expect(findAsset(sandboxAssets, "tron:usdc")).toBeUndefined();
  });
});

describe("the chain of a built-in row", () => {
  test("is its network's own, and a real one waits longer than the sandbox's", () => {
    const chains = new Map(sandboxAssets.map(({ network, chainId }) => [network, chainId]));
    expect(Object.fromEntries(chains)).toEqual({
      base: 8453,
      ethereum: 1,
      polygon: 137,
      arbitrum: 42_161,
      bsc: 56,
      solana: undefined,
      tron: 728_126_428,
    });
    // As EIP-3770 lists them.
    const prefixes = new Map(sandboxAssets.map(({ network, chainPrefix }) => [network, chainPrefix]));
    expect(Object.fromEntries(prefixes)).toEqual({
      ...{ base: "base", ethereum: "eth", polygon: "matic", arbitrum: "arb1", bsc: "bnb" },
      ...{ solana: undefined, tron: undefined },
    });
    for (const { confirmations, network } of sandboxAssets)
      expect(confirmations).toBe(network === "solana" ? undefined : 2);
    expect(defaultAssets[0]?.confirmations).toBe(75);
  });

  test("has each token under a contract of its own", () => {
    const contracts = sandboxAssets.flatMap(({ network, contract, otherTokens = [] }) =>
      [contract, ...otherTokens.map((token) => token.contract)].map((address) => `${network} ${address}`),
    );
    expect(new Set(contracts).size).toBe(contracts.length);
    expect(contracts.join()).not.toContain("undefined");
  });
});

describe("finding a row", () => {
  test("goes by the exact ID", () => {
    expect(findAsset(sandboxAssets, "base:usdc")?.fromCurrency).toBe("USDC");
    for (const id of ["BASE:USDC", " base:usdc", "base:usdc ", "base", "", "__proto__", "constructor"])
      expect(findAsset(sandboxAssets, id)).toBeUndefined();
  });

  test("starts with the interface's default, else with the first", () => {
    expect(firstAsset([...sandboxAssets].reverse()).asset).toBe("base:usdc");
    expect(firstAsset(sandboxAssets.slice(3)).asset).toBe(sandboxAssets[3]?.asset);
    expect(() => firstAsset([])).toThrow(/empty/);
  });
});

describe("an explorer's page", () => {
  test("belongs to the address, on https, whatever the address holds", () => {
    for (const row of sandboxAssets) {
      const url = explorerUrl(row, "0xAbC1");
      expect(url).toMatch(/^https:\/\/[a-z.]+\/.*0xAbC1$/);
      const hostile = explorerUrl(row, '"/><script>../../?x#');
      expect(hostile).not.toMatch(/["<>]/);
      expect(new URL(hostile ?? "").host).toBe(new URL(url ?? "").host);
    }
  });

  test("of a transaction belongs to it", () => {
    for (const row of sandboxAssets) {
      const hash = `0x${"ab".repeat(32)}`;
      expect(explorerTxUrl(row, hash)).toMatch(new RegExp(`^https://[a-z.]+/.*${hash}$`));
      expect(new URL(explorerTxUrl(row, "../?x#") ?? "").host).toBe(new URL(row.explorer ?? "").host);
    }
    const base = firstAsset(sandboxAssets);
    expect(explorerTxUrl(base, "0xab")).toBe("https://basescan.org/tx/0xab");
    expect(explorerTxUrl({ ...base, explorerTx: undefined }, "0xab")).toBeUndefined();
  });

  test("is left out where the table names none", () => {
    expect(explorerUrl({ ...firstAsset(sandboxAssets), explorer: undefined }, "0x1")).toBeUndefined();
  });
});

test("every row is a valid row by itself", () => {
  for (const row of sandboxAssets) expect(Asset.safeParse(row).error).toBeUndefined();
});
