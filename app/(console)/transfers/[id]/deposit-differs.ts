import type { Transfer } from "#lib/contract/api";
import { arrivedWords } from "#lib/words/deposit/arrived-words";
import { depositPhase } from "#lib/words/deposit/deposit-phase";

/** Whose card says that the deposit isn't what was asked for, and so what to do: one of them at the most. */
export function depositDiffers(transfer: Transfer): "network" | "service" | undefined {
  const { deposit, flags } = transfer;
  const phase = depositPhase(transfer);
  if (phase === "none") return undefined;
  const { closedBy, sources } = transfer.standing;
  if (["short", "over", "wrong_token", "gone"].includes(deposit.label) || closedBy === "wrong_token")
    return "network";
  const isShown = (phase === "received" || phase === "closed") && !flags.includes("address_changed");
  const isOdd = sources !== null || arrivedWords(transfer) !== undefined;
  return isShown && isOdd ? "service" : undefined;
}
