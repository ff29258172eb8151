import type { Submission } from "./transfer-status";

/** T2 to T17 of `docs/architecture.md`. Nothing leaves `accepted`; nothing returns to `dispatching`. */
export const transitions: Record<Submission, readonly Submission[]> = {
  recorded: ["dispatching", "cancelled", "awaiting_approval"],
  awaiting_approval: ["dispatching", "declined", "cancelled", "unknown"],
  dispatching: ["accepted", "rejected", "unknown"],
  accepted: [],
  rejected: ["unknown"],
  unknown: ["accepted", "not_created"],
  not_created: ["unknown"],
  cancelled: ["unknown"],
  declined: ["unknown"],
};

/** Throws for a change that is none of them. */
export function requireTransition(from: Submission, to: Submission): void {
  if (!transitions[from].includes(to)) throw new RangeError(`No transition leads from ${from} to ${to}.`);
}
