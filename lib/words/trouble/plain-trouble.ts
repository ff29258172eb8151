import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionWords } from "../attention-words";

/** The outline and the colour of a trouble: red is not paid or may be lost, amber is to act on, grey is over. */
export type TroubleLook = {
  shape: "octagon" | "triangle" | "two-arrows" | "question" | "clock" | "barred-ring" | "return-arrow";
  tone: "fail" | "warn" | "wait";
};

export type PlainTrouble = TroubleLook & {
  headline: string;
  sentence: string;
  /** To the service; `undefined` where there is nothing to ask. */
  question: string | undefined;
};

const lost = { shape: "octagon", tone: "fail" } as const;
const act = { shape: "triangle", tone: "warn" } as const;
const differ = { shape: "two-arrows", tone: "warn" } as const;
const unread = { shape: "question", tone: "warn" } as const;
const late = { shape: "clock", tone: "warn" } as const;
const back = { shape: "return-arrow", tone: "wait" } as const;

/** The look of a reason, and the question to the service that goes with it. */
const kinds: Record<AttentionReason, TroubleLook & Pick<PlainTrouble, "question">> = {
  chain_wrong_token: { ...lost, question: "Can you send it back, or pay out from it?" },
  money_elsewhere: {
    ...lost,
    question: "Do you take this deposit for our transfer, or can you send it back?",
  },
  money_after_end: { ...lost, question: "Will you pay it out, or send it back?" },
  failed: { ...lost, question: "Will you pay out, or send the deposit back, and when?" },
  refund_failed: { ...lost, question: "Where is the deposit now, and how do we get it back?" },
  reversed: { ...lost, question: "Where is the money now, and will you pay again or send it back?" },
  refunded: { ...back, question: "To which address, and in which transaction, did you send it back?" },
  refunding: { ...back, question: "To which address do you send it back, and when?" },
  conflicting_reports: { ...differ, question: "Was the recipient paid or not?" },
  not_found: { ...differ, question: "When did you pay it out, and with which bank reference?" },
  not_reported: { ...differ, question: "Did you pay it out, and when?" },
  received_differs: { ...differ, question: "How much did you pay out, and when?" },
  payment_withdrawn: { ...differ, question: "Was the recipient paid or not?" },
  unknown_outcome: { ...unread, question: "Did you create this transfer?" },
  late_callback: { ...differ, question: "Does this transfer exist, with which ID and address?" },
  sources_differ: { ...differ, question: "Which deposit did you count, and what will you pay out?" },
  contradicting_address: { ...differ, question: "Which of the addresses is right?" },
  address_changed: { ...lost, question: "What is the deposit address of this transfer?" },
  creation_doubt: { ...differ, question: "Is this transfer as we asked for it?" },
  seen_twice: { ...differ, question: "To which transfer do this address and ID belong?" },
  nodes_disagree: { ...differ, question: "Did you see this deposit, and in which transaction?" },
  deposit_short: { ...act, question: "Do you pay out less, wait for the rest, or send it back?" },
  chain_short: { ...act, question: "Do you pay out less, wait for the rest, or send it back?" },
  deposit_over: { shape: "barred-ring", tone: "wait", question: "What happens to the extra amount?" },
  chain_over: { shape: "barred-ring", tone: "wait", question: "What happens to the extra amount?" },
  chain_gone: { ...act, question: "Did you see this deposit, and do you count it?" },
  late_deposit: { ...late, question: "Will you pay it out, or send it back?" },
  unknown_word: { ...unread, question: "What does this status mean for the money?" },
  update_unread: { ...unread, question: "What did this update say?" },
  callbacks_dropped: { ...unread, question: "Why do you send so many updates for it?" },
  address_invalid: { ...lost, question: "What is the right deposit address of this transfer?" },
  address_missing: { ...unread, question: "What is the deposit address of this transfer?" },
  paid_without_address: { ...differ, question: "Which deposit did you pay out?" },
  wallet_unsure: { ...late, question: undefined },
  wallet_unseen: { ...late, question: undefined },
  wallet_silent: { ...late, question: undefined },
  on_hold: { ...act, question: "What do you need from us to pay it out?" },
  stuck: { ...late, question: "What is the state of this transfer, and when is it paid?" },
  chain_unreported: { ...late, question: "Did you take this deposit, and when is it paid out?" },
  chain_missing: { ...differ, question: "Which transaction do you mean?" },
  network_blind: { ...late, question: undefined },
  expired: { ...late, question: "Is the address still valid, and did anything arrive?" },
  cancelled_by_service: { ...late, question: "Why was it cancelled, and did anything arrive?" },
  no_deposit: { ...late, question: "Do you still take a deposit at this address?" },
  unheard: { ...late, question: undefined },
  no_approver: { ...late, question: undefined },
};

const headlines: Partial<Record<AttentionReason, string>> = {
  money_elsewhere: "Money arrived at another address of this transfer",
  refunding: "Being sent back",
  refunded: "Sent back",
  sources_differ: "The service and the network don’t agree",
  chain_gone: "A deposit that was seen is gone",
  creation_doubt: "The service’s answer isn’t what we asked for",
  update_unread: "The service sent an update that we couldn’t read",
  deposit_short: "Less than the amount arrived",
  deposit_over: "More than the amount arrived",
  chain_over: "More than the amount arrived",
  late_deposit: "The deposit arrived late",
  on_hold: "The service holds the money",
  no_deposit: "The time to send has passed",
  address_invalid: "Nobody can receive money at this address. Don’t send.",
};

const sentences: Partial<Record<AttentionReason, string>> = {
  sources_differ:
    "They name different amounts for this deposit. Don’t send more until the service has explained.",
  update_unread:
    "We can’t tell what it says of the money. Don’t send until you know: the address is closed. It’s in the timeline as it came.",
  unknown_word: "We don’t know this word. Don’t send until you know what it means. The address is closed.",
  chain_gone:
    "It’s no longer on the network, so it may not have happened. Ask the service before you send again.",
  on_hold: "It was not paid out and not sent back. Ask what it needs. Don’t send again.",
  no_deposit: "Don’t send before you have asked the service whether it still takes it.",
};

/** What holds for each transfer with the reason. */
export function plainTrouble(reason: AttentionReason, networkName: string): PlainTrouble {
  const { title, body } = attentionWords[reason];
  const headline =
    headlines[reason] ?? (reason === "network_blind" ? `We can’t see ${networkName} now` : title);
  return { headline, sentence: sentences[reason] ?? body, ...kinds[reason] };
}
