import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Asset } from "#lib/asset/asset";
import { fundingFile, fundingKindsOf } from "./funding-file";
import { type SafeFile, safeChecksum } from "./safe-checksum";

const usdc: Asset = {
  ...{ asset: "base:usdc", fromCurrency: "USDC", network: "base", networkName: "Base", decimals: 6 },
  ...{ addressFamily: "evm", chainId: 8453, chainPrefix: "base" },
  contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
};
const dai: Asset = { ...usdc, asset: "base:dai", fromCurrency: "DAI", decimals: 18 };
const addressOf = (at: number) => `0x${`${at}`.padStart(40, "0")}`;
const rowsOf = (amounts: readonly string[]) =>
  amounts.map((amount, at) => ({ address: addressOf(at + 1), amount, transferId: `id-${at}` }));
const terms = { name: "November", n: 2, madeAtMs: Date.UTC(2026, 10, 24), isSandbox: false };

/** Published with its code, in `checksum.test.js` of the Transaction Builder. */
const published: SafeFile = {
  version: "1.0",
  chainId: "4",
  createdAt: 1646321521061,
  meta: {
    ...{ name: "test batch file", txBuilderVersion: "1.4.0", checksum: "" },
    createdFromSafeAddress: "0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa",
    createdFromOwnerAddress: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6",
  },
  transactions: [
    {
      ...{ to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6", value: "0" },
      contractMethod: {
        inputs: [{ internalType: "address", name: "paramAddress", type: "address" }],
        ...{ name: "testAddress", payable: false },
      },
      contractInputsValues: { paramAddress: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6" },
    },
    {
      ...{ to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6", value: "0" },
      contractMethod: {
        inputs: [{ internalType: "bool", name: "paramBool", type: "bool" }],
        ...{ name: "testBool", payable: false },
      },
      contractInputsValues: { paramAddress: "", paramBool: "false" },
    },
    {
      ...{ to: "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6", value: "2000000000000000000" },
      data: "0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6",
    },
  ],
};

it("has the checksum that Safe has published for its own example", () => {
  expect(safeChecksum(published)).toBe("0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c");
  expect(safeChecksum({ ...published, chainId: "5" })).not.toBe(safeChecksum(published));
});

const amount = (decimals: number) =>
  fc
    .tuple(fc.bigInt(0n, 10n ** 15n), fc.stringMatching(/^[0-9]{0,18}$/))
    .map(([whole, fraction]) => (fraction === "" ? `${whole}` : `${whole}.${fraction.slice(0, decimals)}`))
    .filter((text) => !text.endsWith("."));

it.each([usdc, dai])("writes each amount of $fromCurrency to the unit, and a sum that is theirs", (asset) => {
  const units = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(asset.decimals, "0"));
  };
  const cases = fc.tuple(fc.array(amount(asset.decimals), { minLength: 1, maxLength: 200 }), fc.string());
  fc.assert(
    fc.property(cases, ([amounts, name]) => {
      const sum = amounts.reduce((total, each) => total + units(each), 0n);
      for (const kind of fundingKindsOf(asset)) {
        const file = fundingFile({ ...terms, kind, asset, rows: rowsOf(amounts), name: `=1+1\n"${name}` });
        expect(units(file.sum)).toBe(sum);
        expect(file.fileName).toMatch(/^[\w.-]+$/);
        expect(readBack(kind, file.body, units)).toEqual(
          amounts.map((each, at) => ({ to: addressOf(at + 1), units: units(each) })),
        );
      }
    }),
  );
});

/** As each app reads its own form. */
function readBack(kind: string, body: string, units: (amount: string) => bigint) {
  if (kind === "safe_json") {
    const file = JSON.parse(body) as SafeFile & {
      meta: { checksum: string };
      transactions: { contractInputsValues: { to: string; value: string }; to: string }[];
    };
    const { checksum, ...meta } = file.meta;
    expect(safeChecksum({ ...file, meta })).toBe(checksum);
    return file.transactions.map(({ contractInputsValues: { to, value } }) => ({ to, units: BigInt(value) }));
  }
  const rows = parse(body, { columns: true }) as Record<string, string>[];
  return rows.map((row) => {
    const [prefix, receiver] = (row.receiver ?? "").split(":");
    if (kind === "safe_csv")
      expect([prefix, row.token_type, row.token_address]).toEqual(["base", "erc20", usdc.contract]);
    return { to: kind === "safe_csv" ? receiver : row.address, units: units(row.amount ?? "") };
  });
}

it("says what to compare with the wallet’s screen, and marks the sandbox", () => {
  const rows = rowsOf(["1.5", "2"]);
  const file = fundingFile({ ...terms, kind: "safe_json", asset: usdc, rows, isSandbox: true });
  expect(file).toMatchObject({ count: 2, sum: "3.5", first: addressOf(1), last: addressOf(2) });
  expect(file.fileName).toBe("SANDBOX-funding-base-usdc-2026-11-24-file-2-safe.json");
  expect(JSON.parse(file.body).meta).toMatchObject({
    name: "SANDBOX November, file 2",
    description: `Base, USDC, contract ${usdc.contract}\n2 transfers, 3.5 USDC\nFirst to ${addressOf(1)}, last to ${addressOf(2)}`,
  });
  const csv = fundingFile({ ...terms, kind: "csv", asset: usdc, rows, isSandbox: true });
  expect(csv.body.split("\n").slice(0, 2)).toEqual([
    "sandbox,address,amount,token,network,transfer",
    `SANDBOX,${addressOf(1)},1.5,USDC,base,id-0`,
  ]);
});

it("writes no file that would not be whole", () => {
  const { chainPrefix: _prefix, ...unnamed } = usdc;
  expect(fundingKindsOf(unnamed)).toEqual(["csv"]);
  expect(fundingKindsOf({ ...usdc, addressFamily: "tron" })).toEqual(["csv"]);
  const write = (change: object) => () =>
    fundingFile({ ...terms, kind: "csv", asset: usdc, rows: rowsOf(["1"]), ...change });
  expect(write({ rows: [] })).toThrow(RangeError);
  expect(write({ rows: rowsOf(Array.from({ length: 201 }, () => "1")) })).toThrow(RangeError);
  expect(write({ rows: rowsOf(["0.0000001"]) })).toThrow(RangeError);
  expect(write({ kind: "safe_csv", asset: unnamed })).toThrow(RangeError);
});
