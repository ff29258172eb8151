import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { formatFiat, formatPadded } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { inSentence } from "#lib/text/in-sentence";
import { cut, showInvisible } from "#lib/text/visible-text";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { isConflict } from "#lib/transfer/status-words";
import { statusWords } from "../words";
import { type Figure, figuresOf, networkSum } from "./figures";
import { paidOtherwise } from "./paid-otherwise";
import { type PlainTrouble, plainTrouble, type TroubleLook } from "./plain-trouble";
import { settlementsSaid } from "./said";
import { topicOf } from "./topic";

/** What a page says of a transfer that isn't well: one headline, one sentence, and one question to the service. */
export type Trouble = PlainTrouble & {
  reason: AttentionReason;
  /** Side by side where the sources name sums. */
  figures: readonly Figure[];
  /** Of the amount, where a part arrived. */
  arrived: Amount | undefined;
};

type Context = { networkName: string };

/** `undefined` where all is well, or another card of the page says what to do. */
export function troubleOf(transfer: TransferWithEvents, { networkName }: Context): Trouble | undefined {
  const reason = topicOf(transfer);
  if (reason === undefined) return undefined;
  const told = { ...plainTrouble(reason, networkName), ...special(reason, transfer, networkName) };
  const isPayoutUntold = transfer.status === "paid" && !ofPayout.includes(reason);
  const hasSums = ["sources_differ", "deposit_short", "chain_short", "deposit_over", "chain_over"];
  const sum = networkSum(transfer) ?? transfer.arrivedAmount ?? undefined;
  return {
    reason,
    ...told,
    ...(isPayoutUntold && { sentence: `The service says paid. ${told.sentence}` }),
    figures: hasSums.includes(reason) ? figuresOf(transfer, networkName) : [],
    arrived: reason === "deposit_short" || reason === "chain_short" ? sum : undefined,
  };
}

/** Their own words say that the service reported a payout. */
const ofPayout: readonly AttentionReason[] = [
  ...([
    "late_deposit",
    "unknown_word",
    "deposit_short",
    "chain_short",
    "deposit_over",
    "chain_over",
  ] as const),
  ...(["paid_without_address", "conflicting_reports"] as const),
];

type Told = Partial<PlainTrouble>;

/** What needs the transfer's own figures or words. */
function special(reason: AttentionReason, transfer: TransferWithEvents, networkName: string): Told {
  switch (reason) {
    case "chain_wrong_token":
      return wrongToken(transfer);
    case "failed":
    case "refund_failed":
      return notPaid(reason, transfer);
    case "reversed":
    case "refunded":
    case "refunding":
      return cameBack(reason, transfer);
    case "conflicting_reports":
      return conflicting(transfer);
    case "deposit_short":
    case "chain_short":
      return short(transfer);
    case "deposit_over":
    case "chain_over":
      return over(transfer);
    case "unknown_word":
      return unknownWord(transfer);
    case "late_deposit":
      return late(transfer);
    case "stuck":
      return stuck(transfer);
    case "money_after_end":
      return afterEnd(transfer);
    case "chain_unreported":
      return { headline: `${sumOr(transfer)} arrived on ${networkName}. The service hasn’t said so.` };
    case "expired":
    case "cancelled_by_service":
      return ended(reason, transfer);
    case "received_differs":
      return paidOtherwise(transfer);
    case "creation_doubt":
      return transfer.standing.closedBy === "doubt_of_address" ? twoNamed : {};
    default:
      return {};
  }
}

/** By its answer to the creation, or in an update since. */
const twoNamed: Told = {
  headline: "The service names two addresses or transaction IDs",
  sentence: "Don’t send to either before it has said which one is right. The timeline has what it said.",
  question: "Which deposit address and which transaction ID are right?",
};

function wrongToken({ deposit: { otherToken }, fromCurrency }: Transfer): Told {
  if (otherToken === null) return {};
  return {
    headline: `${formatPadded(otherToken.amount)} ${showInvisible(otherToken.symbol)} arrived, not ${fromCurrency}`,
  };
}

/** The sum that arrived, by the network or else by the service; `undefined` where nobody named one. */
function arrivedSum(transfer: Transfer): string | undefined {
  const sum = networkSum(transfer) ?? transfer.arrivedAmount ?? undefined;
  return sum === undefined ? undefined : `${formatPadded(sum)} ${transfer.fromCurrency}`;
}

const sumOr = (transfer: Transfer) =>
  arrivedSum(transfer) ?? `${formatPadded(transfer.amount)} ${transfer.fromCurrency}`;

function notPaid(reason: "failed" | "refund_failed", transfer: Transfer): Told {
  const sum = arrivedSum(transfer);
  if (reason === "refund_failed")
    return {
      headline: "Not paid, and not sent back",
      ...(sum !== undefined && {
        sentence: `${sum} arrived and is with the service. Ask it how you get it back.`,
      }),
    };
  if (sum !== undefined)
    return {
      headline: "Not paid",
      sentence: `${sum} arrived and is with the service. Ask it to pay, or to send it back.`,
    };
  if (transfer.deposit.label === "none")
    return {
      headline: "Not paid",
      sentence: "Nothing arrived. Don’t send to this address: to pay, create a new transfer.",
      question: undefined,
    };
  return { headline: "Not paid" };
}

function cameBack(reason: "reversed" | "refunded" | "refunding", transfer: TransferWithEvents): Told {
  const sum = arrivedSum(transfer);
  const wasPaid = transfer.flags.includes("refunded_after_paid");
  if (reason === "reversed")
    return { headline: wasPaid ? "The service said paid, then that it came back" : "The payout came back" };
  if (reason === "refunding")
    return sum === undefined
      ? {}
      : { sentence: `The service is sending ${sum} back. Wait until you have it before you pay again.` };
  const what = sum ?? "the deposit";
  if (!wasPaid)
    return {
      sentence: `The service says that it sent ${what} back. Check that you have it before you pay again.`,
    };
  return {
    ...differing,
    headline: "Paid, then sent back",
    sentence: `The service said paid, then that it sent ${what} back. Ask it who has the money before you pay again.`,
  };
}

const differing: TroubleLook = { shape: "two-arrows", tone: "warn" };

/** Both words in their order. */
function conflicting(transfer: TransferWithEvents): Told {
  const said = settlementsSaid(transfer).map((settlement) => inSentence(statusWords[settlement].word));
  const isInOne = transfer.unknownWords.some(isConflict);
  const ends = isInOne ? [] : said.slice(-2);
  const naira =
    transfer.quote === null
      ? "the money"
      : `the ${formatFiat(transfer.quote.outputAmount)} ${transfer.currency}`;
  return {
    ...(isInOne && { headline: twoInOne }),
    ...(ends.length === 2 && { headline: `The service said ${ends.join(", then ")}` }),
    sentence: `We don’t know whether the recipient has ${naira}. Ask the service, and look at the recipient’s bank statement before you pay again.`,
  };
}

const howMuchPaid = "How much did you pay the recipient, and do you still want the rest?";

function short(transfer: Transfer): Told {
  const sum = networkSum(transfer) ?? transfer.arrivedAmount;
  const asked = `${formatPadded(transfer.amount)} ${transfer.fromCurrency}`;
  const isPaid = transfer.status === "paid";
  if (sum === null || sum === undefined)
    return {
      headline: `Less than ${asked} arrived`,
      sentence: isPaid
        ? "The service says paid, and not how much arrived. Ask it how much the recipient got."
        : "The service doesn’t say how much. Ask it before you send the rest.",
      ...(isPaid && { question: howMuchPaid }),
    };
  const missing = formatPadded(subtractAmounts(transfer.amount, sum));
  const headline = `${missing} ${transfer.fromCurrency} is missing`;
  if (isPaid)
    return {
      headline,
      sentence: `${formatPadded(sum)} of ${formatPadded(transfer.amount)} arrived, and the service says paid. Ask it how much the recipient got.`,
      question: howMuchPaid,
    };
  return {
    headline,
    sentence: `${formatPadded(sum)} of ${formatPadded(transfer.amount)} arrived. Ask the service before you send the rest: it may pay out less, or send it back.`,
  };
}

function over(transfer: Transfer): Told {
  const sum = networkSum(transfer) ?? transfer.arrivedAmount;
  const isPaid = transfer.status === "paid";
  if (sum === null || sum === undefined)
    return isPaid
      ? { sentence: "The service says paid all the same. Ask it what happens to the extra amount." }
      : {};
  const more = formatPadded(subtractAmounts(sum, transfer.amount));
  return {
    headline: `${more} ${transfer.fromCurrency} too much`,
    sentence: isPaid
      ? `${formatPadded(sum)} arrived, ${formatPadded(transfer.amount)} was asked for, and the service says paid. Ask it what happens to the rest.`
      : `${formatPadded(sum)} arrived, and ${formatPadded(transfer.amount)} was asked for. Ask the service what happens to the rest. Don’t send again.`,
  };
}

function unknownWord({ unknownWords, status }: Transfer): Told {
  const words = unknownWords.filter((word) => !isConflict(word));
  if (words.length === 0)
    return {
      headline: twoInOne,
      sentence:
        "They conflict, so we used none of them. Ask the service which one is true. Don’t send until it answers.",
    };
  const said = cut(showInvisible(words.join(", ")), mostOfWord);
  return {
    headline: `The service said “${said}”`,
    ...(status === "paid" && {
      sentence:
        "It also says paid. We don’t know this word: ask what it means for the payout before you rely on it.",
    }),
  };
}

const mostOfWord = 60;
const twoInOne = "One update has two statuses";

/** What came late can have been paid all the same. */
function late({ status }: Transfer): Told {
  if (status !== "paid") return {};
  return {
    headline: "Arrived late, reported paid",
    sentence:
      "The service took the deposit after it had closed the transfer, and says paid. Check that the recipient has the money.",
    question: "Was the recipient paid in full, although the deposit came late?",
    tone: "wait",
  };
}

/** Who had the money when the news ended. */
function stuck({ status, deposit }: Transfer): Told {
  if (status === "deposit_received" || status === "processing")
    return {
      headline: `No news since the service said ${inSentence(statusWords[status].word)}`,
      sentence:
        "It says that it has the deposit, and not that it paid. Ask it when the payout goes out. Don’t send again.",
    };
  if (deposit.label !== "seen") return {};
  return {
    headline: "A deposit was seen, and isn’t confirmed",
    sentence:
      "The network has shown it for too long without confirming it. Look in the block explorer, and don’t send again.",
    question: "Did you see this deposit, and do you count it?",
  };
}

function afterEnd(transfer: Transfer): Told {
  return {
    headline: `${sumOr(transfer)} arrived after the transfer had ended`,
    sentence: "It may be lost. Give the service the transaction, and ask it to pay or to send it back.",
  };
}

/** Over, once the network was looked at and showed nothing. */
function ended(reason: "expired" | "cancelled_by_service", { standing, deposit }: Transfer): Told {
  const word = reason === "expired" ? "Expired" : "Cancelled by the service";
  if (standing.reason === reason || deposit.label !== "none") return { headline: word };
  return {
    headline: word,
    tone: "wait",
    sentence: "Nothing arrived. Already sent? Contact the service before doing anything else.",
    question: undefined,
  };
}
