import type { TransferState } from "#lib/contract/transfer-list";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { type StatusGroup, statusWords } from "./words";

const ofGroup: Record<StatusGroup, TransferState> = {
  waiting: "open",
  moving: "open",
  attention: "open",
  unread: "open",
  done: "paid",
  failed: "failed",
  returned: "failed",
  closed: "never",
};

export const stateWords: Record<TransferState, string> = {
  open: "Open",
  paid: "Reported paid",
  failed: "Failed or refunded",
  never: "Never went ahead",
};

/** Every status is part of one state. */
export function stateOf(status: TransferStatus): TransferState {
  return status === "rejected" ? "never" : ofGroup[statusWords[status].group];
}

export function statusesOf(state: TransferState): TransferStatus[] {
  return transferStatuses.filter((status) => stateOf(status) === state);
}
