import type { DepositLabel } from "./deposit";
import { type TransferStatus, transferStatuses } from "./transfer-status";

/** What became of transfers, as people ask for it: each status is part of one state. */
export const transferStates = ["open", "waiting", "paid", "failed", "never"] as const;
export type TransferState = (typeof transferStates)[number];

const stateOfStatus: Record<TransferStatus, TransferState> = {
  recorded: "open",
  awaiting_approval: "waiting",
  dispatching: "open",
  unknown: "open",
  accepted: "open",
  awaiting_deposit: "open",
  deposit_received: "open",
  deposit_short: "open",
  deposit_over: "open",
  deposit_late: "open",
  processing: "open",
  on_hold: "open",
  conflicting: "open",
  other: "open",
  paid: "paid",
  failed: "failed",
  reversed: "failed",
  refunding: "failed",
  refunded: "failed",
  refund_failed: "failed",
  rejected: "never",
  not_created: "never",
  cancelled: "never",
  declined: "never",
  expired: "never",
  cancelled_by_service: "never",
};

/** What a list can be asked for: a state, all that went ahead, or a part of what is open and not marked as resolved. */
export const listStates = [...transferStates, "created", "deposited", "awaited", "unclear"] as const;
export type ListState = (typeof listStates)[number];

export const stateWords: Record<ListState, string> = {
  open: "Open",
  waiting: "Waiting for approval",
  paid: "Reported paid",
  failed: "Failed or refunded",
  never: "Never went ahead",
  created: "Created",
  deposited: "Arrived, no payout yet",
  awaited: "Still to arrive",
  unclear: "Not clear",
};

export function stateOf(status: TransferStatus): TransferState {
  return stateOfStatus[status];
}

/** What went ahead, or still may without another word of ours. */
export function isCreated(status: TransferStatus): boolean {
  const state = stateOfStatus[status];
  return state !== "never" && state !== "waiting";
}

/** The service reported a deposit, and no payout or end. Of a short one a part is still to arrive. */
export const reportedArrived: readonly TransferStatus[] = [
  "deposit_received",
  "deposit_short",
  "deposit_over",
  "deposit_late",
  "processing",
  "on_hold",
];
/** An address was issued, and the service has reported no deposit: whether one arrived, the network says. */
export const unreported = ["accepted", "awaiting_deposit"] as const satisfies readonly TransferStatus[];
/** The network has confirmed what came; of a short one a part is still to arrive. */
export const arrivedLabels = ["exact", "short", "over"] as const satisfies readonly DepositLabel[];

const deposited = [...reportedArrived, ...unreported];
const awaited: readonly TransferStatus[] = [...unreported, "deposit_short"];
const unclear = transferStatuses.filter(
  (status) => stateOfStatus[status] === "open" && ![...deposited, ...awaited].includes(status),
);

/** Without what a person has marked as resolved. */
export function isPartOfOpen(state: ListState | undefined): state is "deposited" | "awaited" | "unclear" {
  return state === "deposited" || state === "awaited" || state === "unclear";
}

/** Whether one that is in the statuses of a part of what is open is in that part, by what the network shows. */
export function isOfPart(
  state: ListState | undefined,
  { status, label }: { status: TransferStatus; label: DepositLabel | null },
): boolean {
  const isUnreported = unreported.some((each) => each === status);
  if (!isUnreported) return true;
  if (state === "deposited") return arrivedLabels.some((each) => each === label);
  return state !== "awaited" || (label !== "exact" && label !== "over");
}

/** Of a part of what is open, {@link isOfPart} says which of them. */
export function statusesOf(state: ListState): readonly TransferStatus[] {
  if (state === "deposited") return deposited;
  if (state === "awaited") return awaited;
  if (state === "unclear") return unclear;
  return transferStatuses.filter((status) =>
    state === "created" ? isCreated(status) : stateOfStatus[status] === state,
  );
}
