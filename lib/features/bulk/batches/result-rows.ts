export type ResultRow = {
  given: readonly string[];
  n: number;
  outcome: string;
  transferId: string;
  transactionId: string;
  address: string;
  amount: string;
  asset: string;
  askedNaira: string;
  estimate: string;
  reason: string;
};
export function resultTable(header: readonly string[], rows: readonly ResultRow[], _: boolean) {
  return { columns: [...header], rows: rows.map((r) => [...r.given]) };
}
