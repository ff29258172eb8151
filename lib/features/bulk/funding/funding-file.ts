import { hex } from "@scure/base";
import { stringify } from "csv-stringify/sync";
import { checkAddress, evmAddress } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { type FundingKind, mostInFile } from "#lib/features/bulk/batches/batch-input";
import { fromUnits, toUnits } from "#lib/money/units";
import { showExactly } from "#lib/text/visible-text";
import { type SafeFile, safeChecksum } from "./safe-checksum";

/**
 * The files by which a wallet funds many transfers at once. Invariant: each amount leaves as text, exactly as it was asked for, and
 * the sum is that of the rows to the unit. Sources: Safe's Transaction Builder and its CSV Airdrop.
 */

export type FundingRow = { address: string; amount: string; transferId: string };
export type FundingTerms = {
  kind: FundingKind;
  asset: Asset;
  rows: readonly FundingRow[];
  /** Of the batch. */
  name: string;
  /** The number of the file in the batch. */
  n: number;
  /** In milliseconds since 1970. */
  madeAtMs: number;
  isSandbox: boolean;
};
/** `sum`: decimal text in the token. `first`, `last`: addresses. */
export type FundingFile = {
  fileName: string;
  type: string;
  body: string;
  count: number;
  sum: string;
  first: string;
  last: string;
};

/** Those that the token's entry in the asset table is enough for. */
export function fundingKindsOf({ addressFamily, chainId, chainPrefix, contract }: Asset): FundingKind[] {
  const isOnSafe = addressFamily === "evm" && chainId !== undefined && contract !== undefined;
  return ["csv", ...(isOnSafe && chainPrefix !== undefined ? (["safe_csv", "safe_json"] as const) : [])];
}

/** Throws `RangeError` for what can't be written as it is. */
export function fundingFile(given: FundingTerms): FundingFile {
  for (const row of given.rows) requirePayable(row, given.asset);
  const terms = given.kind === "csv" ? given : withChecksums(given);
  const { kind, asset, rows, n, madeAtMs, isSandbox } = terms;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length > mostInFile)
    throw new RangeError("A funding file has 1 to 200 rows.");
  if (!fundingKindsOf(asset).includes(kind)) throw new RangeError("There is no such file for this token.");
  if (new Set(rows.map(({ transferId }) => transferId)).size < rows.length)
    throw new RangeError("A transfer stands twice in the file.");
  const units = rows.reduce((sum, { amount }) => sum + toUnits(amount, asset.decimals), 0n);
  const file = {
    count: rows.length,
    sum: fromUnits(units, asset.decimals),
    ...{ first: first.address, last: last.address },
  };
  const day = new Date(madeAtMs).toISOString().slice(0, 10);
  const { network, fromCurrency } = asset;
  const name = `${isSandbox ? "SANDBOX-" : ""}funding-${plain(network)}-${plain(fromCurrency)}-${day}-file-${n}`;
  if (kind === "safe_json") {
    const body = `${JSON.stringify(safeFile(terms, file), null, 2)}\n`;
    return { ...file, body, fileName: `${name}-safe.json`, type: "application/json" };
  }
  const fileName = `${name}${kind === "safe_csv" ? "-safe" : ""}.csv`;
  return {
    ...file,
    body: kind === "csv" ? plainCsv(terms) : airdropCsv(terms),
    fileName,
    type: "text/csv; charset=utf-8",
  };
}

/** What is sent to no address is lost, and no cell of a CSV may be taken for two, or for a formula. */
function requirePayable({ address, amount }: FundingRow, { addressFamily, decimals }: Asset): void {
  if (checkAddress(address, addressFamily) === "invalid" || !/^[A-Za-z0-9][\w.:-]*$/.test(address))
    throw new RangeError("A transfer has no address that can be written.");
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount) || toUnits(amount, decimals) === 0n)
    throw new RangeError("A transfer has no amount that can be written.");
}

/** Some readers of Safe's leave out a row whose address has no checksum, as one in capitals. */
function withChecksums(terms: FundingTerms): FundingTerms {
  const { asset, rows } = terms;
  const written = (address: string) => evmAddress(hex.decode(address.slice(2).toLowerCase()));
  return {
    ...terms,
    asset: { ...asset, ...(asset.contract !== undefined && { contract: written(asset.contract) }) },
    rows: rows.map((row) => ({ ...row, address: written(row.address) })),
  };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

function plainCsv({ asset, rows, isSandbox }: FundingTerms): string {
  const mark = (text: string) => (isSandbox ? [text] : []);
  return csv([
    [...mark("sandbox"), "address", "amount", "token", "network", "transfer"],
    ...rows.map(({ address, amount, transferId }) => [
      ...mark("SANDBOX"),
      ...[address, amount, asset.fromCurrency, asset.network, transferId],
    ]),
  ]);
}

/**
 * It takes these columns alone, so the sandbox is named in the file's name. No line break at the end: some of its versions take
 * what is behind one for a row with too few fields, and show an error.
 */
function airdropCsv({ asset, rows }: FundingTerms): string {
  const { contract = "", chainPrefix = "" } = asset;
  const file = csv([
    ["token_type", "token_address", "receiver", "amount", "id"],
    ...rows.map(({ address, amount }) => ["erc20", contract, `${chainPrefix}:${address}`, amount, ""]),
  ]);
  return file.trimEnd();
}

function csv(records: string[][]): string {
  return stringify(records, { record_delimiter: "\n" });
}

const transferMethod = {
  inputs: [
    { internalType: "address", name: "to", type: "address" },
    { internalType: "uint256", name: "value", type: "uint256" },
  ],
  name: "transfer",
  payable: false,
};

function safeFile(
  terms: FundingTerms,
  file: Pick<FundingFile, "count" | "sum" | "first" | "last">,
): SafeFile {
  const { asset, rows, name, n, madeAtMs, isSandbox } = terms;
  const { contract = "" } = asset;
  const whole: SafeFile = {
    version: "1.0",
    chainId: `${asset.chainId ?? ""}`,
    createdAt: madeAtMs,
    meta: {
      name: `${isSandbox ? "SANDBOX " : ""}${showExactly(name)}, file ${n}`,
      // The name is no part of the checksum.
      description: [...(isSandbox ? ["SANDBOX"] : []), ...compared(asset, file)].join("\n"),
    },
    transactions: rows.map(({ address, amount }) => ({
      ...{ to: contract, value: "0", data: null, contractMethod: transferMethod },
      contractInputsValues: { to: address, value: `${toUnits(amount, asset.decimals)}` },
    })),
  };
  return { ...whole, meta: { ...whole.meta, checksum: safeChecksum(whole) } };
}

/** What a person compares with the wallet's screen. */
function compared(
  asset: Asset,
  { count, sum, first, last }: Pick<FundingFile, "count" | "sum" | "first" | "last">,
) {
  return [
    `${asset.networkName}, ${asset.fromCurrency}, contract ${asset.contract ?? ""}`,
    `${count} ${count === 1 ? "transfer" : "transfers"}, ${sum} ${asset.fromCurrency}`,
    `First to ${first}, last to ${last}`,
  ];
}
