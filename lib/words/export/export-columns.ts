import { eachOwnText } from "#lib/transfer/own-texts";

/** The columns of an export by their codes, in their order. `{zone}` stands for the business's time zone. */
const names = {
  id: "ID",
  transactionId: "Transaction ID",
  createdUtc: "Created (UTC)",
  created: "Created ({zone})",
  status: "Status",
  statusFrom: "Status from",
  changedUtc: "Last change (UTC)",
  changed: "Last change ({zone})",
  asked: "Asked for",
  saidArrived: "Arrived, says the service",
  token: "Token",
  network: "Network",
  estimate: "Recipient gets (estimate)",
  currency: "Currency",
  rate: "Rate",
  fee: "Fee",
  feeUnit: "Fee currency (from the arithmetic)",
  bankCode: "Bank code",
  bank: "Bank",
  accountNumber: "Account number",
  accountName: "Account name",
  address: "Deposit address",
  replaces: "Replaces",
  ...eachOwnText(({ label }) => label),
  seenArrived: "Arrived on the network",
  networkSays: "The network says",
  standing: "Standing",
  attention: "Needs attention for",
  isAsking: "Asks for the deposit",
  accepted: "Estimate that was accepted",
  paidUtc: "Reported paid (UTC)",
  paid: "Reported paid ({zone})",
  deposits: "Deposit transactions",
  otherDeposits: "Other money on the network",
  payee: "Payee",
  createdBy: "Created by",
  askedOutput: "Asked for (naira)",
  receivedSaid: "Received, says the payee",
  receivedOwn: "Received, on our own statement",
  receivedByService: "Paid out, says the service",
  receivedDay: "Received on",
  receivedDifference: "Received, against the estimate",
  receivedReason: "Why another amount was received",
  receivedUtc: "Receipt recorded (UTC)",
  waitedFor: "Waited for approval for",
  approvalAskedUtc: "Approval asked (UTC)",
  approvedBy: "Approved by",
  declinedBy: "Declined by",
  declinedWhy: "Declined for",
  decidedUtc: "Decided (UTC)",
  decided: "Decided ({zone})",
  batch: "Batch",
  batchRow: "Line of the batch",
};

export type ExportColumn = keyof typeof names;

export const exportColumns = Object.keys(names) as ExportColumn[];

/** Named as in the file. */
export function exportColumnName(column: ExportColumn, timeZone: string): string {
  return names[column].replace("{zone}", timeZone);
}

/** The last row has this and {@link countOfExport}; without it a file is incomplete. */
export const endOfExport = "End of the export";

export function countOfExport(rows: number): string {
  return `${rows} transfers`;
}
