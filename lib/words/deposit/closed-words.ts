import type { Transfer } from "#lib/contract/api";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import type { Bar } from "#lib/transfer/standing/invitation";

/** Why nobody may be asked for money now: what happened, and what to do. */
export const closedWords: Record<Bar, { title: string; body: string }> = {
  not_accepted: { title: "There is nothing to send to", body: "The service hasn’t confirmed this transfer." },
  two_addresses: {
    title: "Two addresses: send nothing",
    body: "Ask the service which address is right, and record it here.",
  },
  address_changed: {
    title: "The stored address was changed. Don’t send.",
    body: "Ask the service for the address.",
  },
  no_address: {
    title: "No deposit address was received. Don’t send.",
    body: "Ask the service for the address.",
  },
  invalid_address: {
    title: "Nobody can receive money at this address. Don’t send.",
    body: "Ask the service for the right one.",
  },
  wrong_token: {
    title: "Another token arrived. Don’t send again.",
    body: "It may be lost. Give the service the transaction, and ask before you send.",
  },
  elsewhere: {
    title: "Money arrived at another address of this transfer. Don’t send again.",
    body: "Ask the service whether it takes that deposit.",
  },
  arriving: {
    title: "A deposit was seen. Don’t send again.",
    body: "It isn’t confirmed by the network yet.",
  },
  arrived: {
    title: "A deposit arrived. Don’t send again.",
    body: "Only the service says whether it took it.",
  },
  short: {
    title: "Less than the amount arrived. Don’t send yet.",
    body: "Ask the service before you send the rest.",
  },
  gone: {
    title: "A deposit seen earlier is gone. Don’t send again yet.",
    body: "It often comes back. Ask the service before you send again.",
  },
  ended: { title: "Don’t send to this address now", body: "The service has ended this transfer." },
  said: {
    title: "Don’t send to this address now",
    body: "The service says that it has the deposit, or what is wrong with it.",
  },
  shared_address: {
    title: "Another transfer has this address. Don’t send.",
    body: "A deposit may count for the wrong one. Ask the service which of them it belongs to.",
  },
  doubt_of_address: {
    title: "The service contradicts itself. Don’t send.",
    body: "It names two addresses or two transaction IDs. Ask it which one is right.",
  },
  doubt: {
    title: "The service’s answer isn’t what we asked for. Don’t send.",
    body: "Ask the service whether the transfer is right before anybody sends.",
  },
  unknown_word: {
    title: "We don’t know this status. Don’t send until you know what it means.",
    body: "We don’t know this word. Don’t send until you know what it means: the address is closed. Ask the service.",
  },
  unread: {
    title: "The service sent an update that we couldn’t read. Don’t send.",
    body: "It’s in the timeline. Ask the service what it says.",
  },
  wallet: {
    title: "A wallet was asked to send. Don’t send.",
    body: "It may have sent already, or may still show the question.",
  },
  stopped: { title: "We won’t fund this transfer", body: "Already sent? Contact the service." },
  window: {
    title: "The time to send has passed. Ask the service before you send.",
    body: "Already sent? Contact the service before doing anything else.",
  },
  hold: {
    title: "New payments are held. Don’t send.",
    body: "The database may have lost its newest records. An admin can end the hold.",
  },
  business: {
    title: "The service doesn’t accept this business now. Don’t send.",
    body: "Ask the service why the business isn’t active.",
  },
  restore: {
    title: "Somebody may have sent already. Don’t send.",
    body: "The newest records may have been lost. Check with your colleagues and in the block explorer.",
  },
};

/** In the place of what to do, once somebody has done it. */
export const openedSentence = "Somebody asked the service, and opened the transfer again.";

/** Whether a reason only says why it was closed, which a person has lifted. */
export function isLifted(
  reason: AttentionReason,
  { openedBy }: Pick<Transfer["standing"], "openedBy">,
): boolean {
  return openedBy !== null && ["creation_doubt", "update_unread", "no_deposit"].includes(reason);
}
