import { describe, expect, test } from "vitest";
import { Asset, AssetTable } from "./asset";

const row = {
  asset: "base:usdc",
  fromCurrency: "USDC",
  network: "base",
  networkName: "Base",
  decimals: 6,
  addressFamily: "evm",
};
const paths = (value: unknown) =>
  Asset.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("a row of the asset table", () => {
  test("needs its six fields and may have three more", () => {
    expect(paths(row)).toEqual([]);
    expect(
      paths({ ...row, explorer: "https://x.example/{address}", minAmount: "1", maxAmount: "10.5" }),
    ).toEqual([]);
    for (const field of Object.keys(row)) expect(paths({ ...row, [field]: undefined })).toContain(field);
  });

  test.each([
    ["asset", ""],
    ["asset", "base usdc"],
    ["asset", "<b>"],
    ["asset", "x".repeat(65)],
    ["asset", "base:usd\u0441"],
    ["fromCurrency", "US DC"],
    ["network", "base\n"],
    ["networkName", ""],
    ["networkName", "x".repeat(65)],
    ["decimals", -1],
    ["decimals", 19],
    ["decimals", 6.5],
    ["decimals", "6"],
    ["addressFamily", "bitcoin"],
    ["explorer", "http://x.example/{address}"],
    ["explorer", "https://x.example/"],
    ["explorer", "javascript:alert(1)//{address}"],
    ["minAmount", 1],
    ["minAmount", "one"],
    ["maxAmount", "1e400"],
  ])("is refused for %s %j", (field, value) => {
    expect(paths({ ...row, [field]: value })).toContain(field);
  });

  test("takes limits that are amounts of the token", () => {
    for (const limits of [{ minAmount: "0.0000001" }, { maxAmount: "-1" }, { minAmount: "0" }])
      expect(Asset.safeParse({ ...row, ...limits }).success).toBe(false);
    expect(Asset.safeParse({ ...row, decimals: 18, minAmount: "0.0000001" }).success).toBe(true);
  });

  test("has a least amount that is not above the most", () => {
    expect(Asset.safeParse({ ...row, minAmount: "10", maxAmount: "9.99" }).success).toBe(false);
    expect(Asset.safeParse({ ...row, minAmount: "10", maxAmount: "10" }).success).toBe(true);
  });

  const contract = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const tronContract = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
  const other = (changes: object) => ({
    otherTokens: [{ symbol: "USDbC", contract, decimals: 6, ...changes }],
  });

  test("says what its chain is, where it can be read", () => {
    const chain = {
      contract,
      chainId: 8453,
      chainPrefix: "base",
      confirmations: 1000,
      explorerTx: "https://x.example/{tx}",
    };
    expect(paths({ ...row, ...chain, ...other({}) })).toEqual([]);
    expect(paths({ ...row, addressFamily: "tron", contract: tronContract })).toEqual([]);
    expect(paths({ ...row, addressFamily: "unknown", contract: "any.contract" })).toEqual([]);
  });

  test.each([
    { contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914" },
    { contract: tronContract },
    { contract: "" },
    { contract, addressFamily: "solana" },
    { contract: `0x${"0".repeat(40)}` },
    { contract: "two words", addressFamily: "unknown" },
    { chainId: 0 },
    { chainId: 1.5 },
    { chainId: "0x1" },
    { chainPrefix: "" },
    { chainPrefix: "base:" },
    { chainPrefix: "=1" },
    { chainPrefix: "b,c" },
    { chainPrefix: 8453 },
    { confirmations: 0 },
    { confirmations: 1001 },
    { explorerTx: "http://x.example/{tx}" },
    { explorerTx: "https://x.example/{address}" },
    other({ contract: tronContract }),
    other({ contract: undefined }),
    other({ decimals: 19 }),
    other({ symbol: "<b>" }),
    other({ chainId: 1 }),
    { otherTokens: Array(21).fill(other({}).otherTokens[0]) },
  ])("is refused for a chain that cannot be: %j", (changes) => {
    expect(Asset.safeParse({ ...row, ...changes }).success).toBe(false);
  });

  test("has no other field", () => {
    expect(Asset.safeParse({ ...row, gasLimit: 8453 }).success).toBe(false);
  });
});

describe("the asset table", () => {
  test("has a row, no asset ID or pair twice, and one chain a network", () => {
    expect(AssetTable.safeParse([row]).success).toBe(true);
    expect(AssetTable.safeParse([]).success).toBe(false);
    expect(AssetTable.safeParse([row, { ...row, network: "polygon" }]).success).toBe(false);
    expect(AssetTable.safeParse([row, { ...row, asset: "base:usdc2" }]).success).toBe(false);
    expect(AssetTable.safeParse([row, { ...row, asset: "polygon:usdc", network: "polygon" }]).success).toBe(
      true,
    );
    const onBase = { ...row, chainId: 8453, confirmations: 75 };
    const usdt = { ...onBase, asset: "base:usdt", fromCurrency: "USDT" };
    const polygon = { ...row, asset: "polygon:usdc", network: "polygon", chainId: 137 };
    expect(AssetTable.safeParse([onBase, polygon, usdt]).success).toBe(true);
    for (const changes of [
      { chainId: 1 },
      { confirmations: 12 },
      { chainId: undefined },
      { chainPrefix: "eth" },
    ])
      expect(AssetTable.safeParse([onBase, polygon, { ...usdt, ...changes }]).success).toBe(false);
    for (const value of [null, {}, "[]", row]) expect(AssetTable.safeParse(value).success).toBe(false);
  });
});
