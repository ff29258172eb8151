import type { TransferEvent, TransferWithEvents } from "#lib/contract/api";
import { canonicalSettlement, type Settlement, wordKey } from "#lib/transfer/status-words";
import { shownEvents } from "../shown-events";

type Known = Pick<TransferWithEvents, "evidence" | "events" | "taughtWords">;

/** The service's updates that hold a word, in their order: those that the status rests on, and the newest. */
export function wordsSaid(transfer: Pick<TransferWithEvents, "evidence" | "events">): TransferEvent[] {
  const { older, newest } = shownEvents(transfer);
  return [...older, ...newest].filter(
    ({ kind, text, isQuarantined }) => kind === "callback" && text !== null && !isQuarantined,
  );
}

/** What they mean, each once, in the order in which it was first said. */
export function settlementsSaid(transfer: Known): Settlement[] {
  const meanings = wordsSaid(transfer).map(({ text }) => meaningOf(text ?? "", transfer.taughtWords));
  return [...new Set(meanings.filter((meaning) => meaning !== undefined))];
}

function meaningOf(word: string, taught: Known["taughtWords"]): Settlement | undefined {
  const meaning = taught.find((each) => each.word === wordKey(word))?.meaning;
  return meaning === "nothing" ? undefined : (meaning ?? canonicalSettlement(word));
}
