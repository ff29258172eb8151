import { expect, test } from "vitest";
import { checkAddress, evmAddress, toWire } from "./address";
import type { Asset } from "./asset";
import { knownAssets } from "./asset-tables";
import { checkDepositAddress, faultOfInvalid, writtenContracts } from "./deposit-address";

const tokens = knownAssets.flatMap(({ addressFamily: family, contract, otherTokens = [] }) =>
  [contract, ...otherTokens.map((other) => other.contract)].flatMap((address) =>
    address === undefined ? [] : [[family, address] as const],
  ),
);

test.each(tokens)("on %s a token’s own contract is no address to send to: %s", (family, contract) => {
  expect(checkAddress(contract, family)).toBe("valid");
  const spellings = contract.startsWith("0x")
    ? [contract, contract.toLowerCase(), `0x${contract.slice(2).toUpperCase()}`]
    : [contract];
  for (const address of spellings) {
    expect([address, checkDepositAddress(address, family, knownAssets)]).toEqual([address, "invalid"]);
    expect(faultOfInvalid(address, family)).toBe("contract");
    expect(writtenContracts(knownAssets)).toContain(address);
  }
});

test("the contract of another network’s token is none either, and one of no table is an address like others", () => {
  const [usdc] = knownAssets.filter(({ asset }) => asset === "base:usdc");
  const onEthereum = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  expect(checkDepositAddress(onEthereum, "evm", usdc === undefined ? [] : [usdc])).toBe("valid");
  expect(checkDepositAddress(onEthereum, "evm", knownAssets)).toBe("invalid");
});

test("where the format isn’t known, the row’s own contract is known all the same", () => {
  const asset: Pick<Asset, "contract"> = {
    contract: "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
  };
  expect(checkDepositAddress(asset.contract ?? "", "unknown", [asset])).toBe("invalid");
  expect(checkDepositAddress("anything", "unknown", [asset])).toBe("unchecked");
});

test.each([
  ["evm", "0x4200000000000000000000000000000000000006"],
  ["evm", "0x4200000000000000000000000000000000000010"],
  ["evm", "0x0000000000000000000000000000000000000009"],
  ["evm", "0x0000000000000000000000000000000000000100"],
  ["solana", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"],
  ["solana", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"],
  ["solana", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"],
  ["solana", "So11111111111111111111111111111111111111112"],
  ["solana", "11111111111111111111111111111111"],
  ["tron", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
] as const)("a program of the network is no address to send to, on %s: %s", (family, address) => {
  expect(checkDepositAddress(address, family, [])).toBe("invalid");
  expect(faultOfInvalid(address, family)).toBe("ownerless");
});

test("all others are checked by their format alone", () => {
  const good = evmAddress(Uint8Array.from({ length: 20 }, (_, at) => at + 1));
  expect(checkDepositAddress(good, "evm", knownAssets)).toBe("valid");
  expect(checkDepositAddress(good.slice(1), "evm", knownAssets)).toBe("invalid");
  expect(faultOfInvalid(good.slice(1), "evm")).toBe("format");
  expect(toWire(good)).toBe(good.toLowerCase());
});
