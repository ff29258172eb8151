import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput } from "#lib/contract/records";
import { depositPhase } from "#lib/words/deposit/deposit-phase";

type Kind = NoteInput["kind"];

export function possibleRecords(transfer: TransferWithEvents): Kind[] {
  const { attention, matchedAt } = transfer;
  const exists = depositPhase(transfer) !== "none";
  // An unknown outcome has to be resolved first: until then, two transfers may exist.
  const canBeHandled = attention.some((reason) => reason !== "unknown_outcome");
  return [
    "note",
    ...(exists && matchedAt === null ? (["matched"] as const) : []),
    ...(matchedAt !== null ? (["unmatched"] as const) : []),
    ...(canBeHandled ? (["handled"] as const) : []),
  ];
}
