import { hex } from "@scure/base";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkAddress, evmAddress } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import type { FundingKind } from "#lib/features/bulk/batches/batch-input";
import { fundingFile, fundingKindsOf } from "./funding-file";
import { type SafeFile, safeChecksum } from "./safe-checksum";

const usdc: Asset = {
  ...{ asset: "base:usdc", fromCurrency: "USDC", network: "base", networkName: "Base", decimals: 6 },
  ...{ addressFamily: "evm", chainId: 8453, chainPrefix: "base" },
  contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
};
const dai: Asset = { ...usdc, asset: "base:dai", fromCurrency: "DAI", decimals: 18 };
const addressOf = (at: number) => evmAddress(hex.decode(`ab${`${at}`.padStart(38, "0")}`));
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

/** At least one of the smallest unit. */
const amount = (decimals: number) =>
  fc
    .tuple(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: decimals }), fc.bigInt(1n, 10n ** 18n))
    .map(([whole, places, unit]) => {
      const fraction = `${unit}`.padStart(18, "0").slice(-places);
      return places === 0 || /^0*$/.test(fraction) ? `${whole + 1n}` : `${whole}.${fraction}`;
    });
/** By decimals: the smallest unit, and more digits than a floating-point number holds. */
const longest: Record<number, string[]> = {
  6: ["0.000001", "123456789012.123456", "999999999999999.999999", "1.100000", "10"],
  18: [
    ...["0.000000000000000001", "123456789012.123456", "123456789012.123456789012345678"],
    ...["0.100000000000000000", "100000000000000000000000"],
  ],
};
const hostileNames = [
  ...[
    "=1+1",
    '=HYPERLINK("http://x")',
    "@x",
    "'",
    '"',
    '","',
    "\r\n0x0,1,USDC",
    "\0",
    "\u202e\u2066",
    "\u200b",
  ],
  ...["../../etc/passwd", "CON", "a.exe", "%00", "</script>", "\ud800", "Ọlá", "🏠", "__proto__", ""],
];
const nameOfBatch = fc
  .array(fc.oneof(fc.constantFrom(...hostileNames), fc.string({ unit: "binary", maxLength: 10 })))
  .map((parts) => parts.join(""));

it.each([usdc, dai])("writes each amount of $fromCurrency to the unit, and a sum that is theirs", (asset) => {
  const cases = fc.tuple(fc.array(amount(asset.decimals), { minLength: 1, maxLength: 200 }), nameOfBatch);
  fc.assert(
    fc.property(cases, ([amounts, name]) => {
      const rows = rowsOf(amounts);
      const units = amounts.map((each) => unitsOf(each, asset));
      const sum = units.reduce((total, each) => total + each, 0n);
      for (const kind of fundingKindsOf(asset)) {
        const file = fundingFile({ ...terms, kind, asset, rows, name, isSandbox: amounts.length % 2 === 0 });
        expect(unitsOf(file.sum, asset)).toBe(sum);
        expect(file.count).toBe(rows.length);
        expect(file.fileName).toMatch(/^[\w-]+\.(csv|json)$/);
        expect(file.fileName.startsWith("SANDBOX-")).toBe(amounts.length % 2 === 0);
        // Nothing in it turns the text around, hides or breaks a line.
        expect(file.body).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
        expect(readers[kind](file.body, asset)).toEqual(
          rows.map(({ address }, at) => ({ to: address, units: units[at] })),
        );
      }
    }),
    { numRuns: 200, examples: [[[longest[asset.decimals] ?? [], '=a,"b"']]] },
  );
});

it("writes addresses with their checksum for Safe, however they came, and as they came in a plain file", () => {
  const [row] = rowsOf(["1"]);
  const { address = "" } = row ?? {};
  const forms = [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, address];
  const contract = `0x${(usdc.contract ?? "").slice(2).toUpperCase()}`;
  for (const form of forms) {
    const rows = [{ address: form, amount: "1", transferId: "id" }];
    const asset = { ...usdc, contract };
    const bodyOf = (kind: FundingKind) => fundingFile({ ...terms, kind, asset, rows }).body;
    for (const kind of ["safe_csv", "safe_json"] as const) {
      expect(bodyOf(kind)).toContain(address);
      expect(bodyOf(kind)).toContain(usdc.contract);
      expect(bodyOf(kind)).not.toContain(contract);
    }
    expect(bodyOf("csv")).toContain(form);
  }
});

it.each([usdc, dai])("changes its checksum with any one character of a file of $fromCurrency", (asset) => {
  const rows = rowsOf(longest[asset.decimals] ?? []);
  const { body } = fundingFile({ ...terms, kind: "safe_json", asset, rows });
  const { name: _name, checksum, ...rest } = JSON.parse(body).meta;
  const signed: SafeFile = { ...JSON.parse(body), meta: rest };
  expect(safeChecksum(signed)).toBe(checksum);
  const text = JSON.stringify(signed);
  for (const [at, character] of [...text].entries()) {
    if (!/[0-9A-Za-z]/.test(character)) continue;
    const changed = `${text.slice(0, at)}${character === "1" ? "2" : "1"}${text.slice(at + 1)}`;
    const file = parsed(changed);
    if (file !== undefined)
      expect(safeChecksum(file), `at ${at}: ${changed.slice(at - 20, at + 20)}`).not.toBe(checksum);
  }
});

/** Nothing for what is no longer JSON, or has no `meta`: the Transaction Builder opens neither. */
function parsed(text: string): SafeFile | undefined {
  try {
    const file = JSON.parse(text) as SafeFile;
    return file.meta === undefined ? undefined : file;
  } catch {
    return undefined;
  }
}

/** By hand: digits, and as many zeros as are missing. */
function unitsOf(text: string, { decimals }: Asset): bigint {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  expect(whole).not.toBe("");
  expect(fraction.length).toBeLessThanOrEqual(decimals);
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

type Sent = { to: string; units: bigint };
const readers: Record<FundingKind, (body: string, asset: Asset) => Sent[]> = {
  csv: (body, asset) =>
    cellsOf(body).map(({ address = "", amount: sent = "", token, network }) => {
      expect([token, network]).toEqual([asset.fromCurrency, asset.network]);
      return { to: address, units: unitsOf(sent, asset) };
    }),
  safe_csv: readAirdrop,
  safe_json: readBuilder,
};

function cellsOf(body: string): Record<string, string | undefined>[] {
  return parse(body, { columns: true, relax_column_count: false });
}

/**
 * What CSV Airdrop asks of a file, by src/parser of bh2smith/safe-airdrop: at most 400 lines below the names, none of them empty,
 * a prefix that is the network's own and comes off, real addresses, an amount above zero in whole tokens.
 */
function readAirdrop(body: string, asset: Asset): Sent[] {
  expect(body.split(/\r\n|\r|\n/)).not.toContain("");
  expect(body.split(/\r\n|\r|\n/).length).toBeLessThanOrEqual(401);
  return cellsOf(body).map((row) => {
    expect(Object.keys(row)).toEqual(["token_type", "token_address", "receiver", "amount", "id"]);
    expect([row.token_type, row.token_address, row.id]).toEqual(["erc20", asset.contract, ""]);
    const { receiver = "", amount: sent = "" } = row;
    expect(receiver.startsWith(`${asset.chainPrefix}:`)).toBe(true);
    const to = receiver.slice(receiver.indexOf(":") + 1);
    expect(checkAddress(to, "evm")).toBe("valid");
    const units = unitsOf(sent, asset);
    expect(units).toBeGreaterThan(0n);
    return { to, units };
  });
}

/** The Transaction Builder encodes each call from its text, and warns where the checksum is another. */
function readBuilder(body: string, asset: Asset): Sent[] {
  const file = JSON.parse(body) as SafeFile & {
    meta: { checksum: string };
    transactions: { to: string; value: string; contractInputsValues: { to: string; value: string } }[];
  };
  const { checksum, ...meta } = file.meta;
  expect(safeChecksum({ ...file, meta })).toBe(checksum);
  expect([file.version, file.chainId]).toEqual(["1.0", `${asset.chainId}`]);
  return file.transactions.map(({ to: contract, value, contractInputsValues: call, ...rest }) => {
    expect([contract, value]).toEqual([asset.contract, "0"]);
    expect(rest).toEqual({
      data: null,
      contractMethod: {
        inputs: [
          { internalType: "address", name: "to", type: "address" },
          { internalType: "uint256", name: "value", type: "uint256" },
        ],
        ...{ name: "transfer", payable: false },
      },
    });
    expect(call.value).toMatch(/^[1-9]\d*$/);
    return { to: call.to, units: BigInt(call.value) };
  });
}

it("says what to compare with the wallet’s screen, and marks the sandbox", () => {
  const rows = rowsOf(["1.5", "2"]);
  const file = fundingFile({ ...terms, kind: "safe_json", asset: usdc, rows, isSandbox: true });
  expect(file).toMatchObject({ count: 2, sum: "3.5", first: addressOf(1), last: addressOf(2) });
  expect(file.fileName).toBe("SANDBOX-funding-base-usdc-2026-11-24-file-2-safe.json");
  expect(JSON.parse(file.body).meta).toMatchObject({
    name: "SANDBOX November, file 2",
    description: `SANDBOX\nBase, USDC, contract ${usdc.contract}\n2 transfers, 3.5 USDC\nFirst to ${addressOf(1)}, last to ${addressOf(2)}`,
  });
  const one = fundingFile({
    ...terms,
    kind: "safe_json",
    asset: usdc,
    rows: rows.slice(1),
    name: "Nov\n\u202e",
  });
  expect(JSON.parse(one.body).meta).toMatchObject({
    name: "Nov\\u{000A}\\u{202E}, file 2",
    description: expect.stringContaining("\n1 transfer, 2 USDC\n"),
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
  for (const amount of [
    "0.0000001",
    "0",
    "0.000000",
    "",
    "-1",
    "1e3",
    "1,5",
    "0x1",
    " 1",
    "1\n",
    "١",
    "01",
    ".5",
  ])
    expect(write({ rows: rowsOf([amount]) }), amount).toThrow(RangeError);
  const [row] = rowsOf(["1"]);
  const wrong = [
    ...["", "0x", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", `0x${"0".repeat(40)}`, `${row?.address} `],
    ...[`0x${"aB".repeat(20)}`, `base:${row?.address}`, "ada.eth"],
  ];
  for (const address of wrong) expect(write({ rows: [{ ...row, address }] }), address).toThrow(RangeError);
  const unchecked = { ...usdc, addressFamily: "unknown" };
  for (const address of ["=1+1", "a,1", "a\nb", '"', ""])
    expect(write({ asset: unchecked, rows: [{ ...row, address }] }), address).toThrow(RangeError);
  expect(write({ asset: unchecked, rows: [{ ...row, address: "any.address-1" }] })).not.toThrow();
  expect(write({ rows: [row, row] })).toThrow(/twice/);
  for (const kind of ["safe_csv", "safe_json"]) expect(write({ kind, asset: unnamed })).toThrow(RangeError);
  const { chainId: _id, ...withoutId } = usdc;
  const { contract: _contract, ...withoutContract } = usdc;
  for (const asset of [withoutId, withoutContract]) expect(fundingKindsOf(asset)).toEqual(["csv"]);
});
