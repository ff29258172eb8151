import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput } from "#lib/contract/records";

type Kind = NoteInput["kind"];

export function possibleRecords(transfer: TransferWithEvents): Kind[] {
  const { attention } = transfer;
  // An unknown outcome has to be resolved first: until then, two transfers may exist.
  const canBeHandled = attention.some((reason) => reason !== "unknown_outcome");
  return ["note", ...(canBeHandled ? (["handled"] as const) : [])];
}
