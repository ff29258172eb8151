import type { Asset } from "#lib/asset/asset";
import type { FundingKind } from "#lib/features/bulk/batches/batch-input";
export type FundingRow = { address: string; amount: string; transferId: string };
export type FundingTerms = {
  kind: FundingKind;
  asset: Asset;
  rows: readonly FundingRow[];
  name: string;
  n: number;
  madeAtMs: number;
  isSandbox: boolean;
};
export type FundingFile = {
  fileName: string;
  type: string;
  body: string;
  count: number;
  sum: string;
  first: string;
  last: string;
};
export function fundingFile({ rows }: FundingTerms): FundingFile {
  return {
    fileName: "x",
    type: "text/csv",
    body: JSON.stringify(rows),
    count: rows.length,
    sum: "0",
    first: "",
    last: "",
  };
}
export function fundingKindsOf(_: Asset): FundingKind[] {
  return ["csv"];
}
