import type { ExportLine } from "#lib/server/search/export/export-columns";
import { eachOwnText } from "#lib/transfer/own-texts";

const at = "2026-11-20T14:02:11.000Z";
const plain = {
  id: "11111111-1111-4111-8111-111111111111",
  transactionId: null,
  createdAt: at,
  updatedAt: at,
  changedAt: at,
  status: "accepted",
  statusSource: "service_answer",
  amount: "10",
  flags: [],
  unknownWords: [],
  fromCurrency: "USDC",
  network: "base",
  quote: null,
  currency: "NGN",
  bankCode: "000013",
  bankName: "GTBank",
  accountNumber: "0123456789",
  accountName: "Ada",
  address: null,
  received: [],
  paidOut: null,
  replaces: null,
  ...eachOwnText(() => null),
  arrivedAmount: null,
  acceptedOutput: null,
  paidAt: null,
  allDeposits: [],
  goneDeposits: [],
  payeeName: null,
  createdBy: null,
  approval: null,
  batch: null,
  deposit: { label: "short", amount: "6", confirmations: null },
  standing: { chip: "short", invitation: "closed", closedBy: "short", reason: "chain_short", sources: null },
};

/** What an export writes of one transfer: accepted, and short on the network. */
export function exportLine(change: Partial<Record<keyof ExportLine, unknown>>): ExportLine {
  return { ...plain, ...change } as ExportLine;
}
