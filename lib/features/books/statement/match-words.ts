import { formatCount, formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import type { ReceivedReason } from "#lib/transfer/received";
import type { Because, Proposal } from "./match-lines";

type Said = Pick<Proposal, "rule" | "standing" | "difference" | "deduction" | "because">;

const reasonsOfDeductions: Record<string, ReceivedReason> = {
  "stamp duty": "stamp_duty",
  "electronic money transfer levy": "stamp_duty",
  "transfer fee with VAT": "bank_charge",
};

/** Why the amounts differ, where a known deduction says it. */
export function knownReason({ deduction }: Pick<Proposal, "deduction">): ReceivedReason | null {
  return deduction === null ? null : (reasonsOfDeductions[deduction] ?? null);
}

/** Why a line and a payout are proposed as one, and what casts doubt on it. */
export function whyProposed({ rule, standing, difference, deduction, because }: Said): string {
  const alone = standing === "exact" ? "; no other payout or line has it" : "";
  return [`${amountWords({ rule, difference, deduction }, because)}${alone}.`, ...doubtsIn(because)].join(
    " ",
  );
}

const namings = {
  transaction_id: "its transaction ID",
  transfer_id: "our ID of it",
  reference: "its reference",
} as const;

function amountWords(
  { rule, difference, deduction }: Pick<Proposal, "rule" | "difference" | "deduction">,
  { named, daysAfterPaid, daysAfterCreated }: Because,
): string {
  const isLess = difference.startsWith("-");
  const by = formatFiat(difference.replace("-", "") as Amount);
  const amount =
    rule === "S1"
      ? `${by} less: ${deduction}`
      : rule === "S2"
        ? `${by} ${isLess ? "less" : "more"}`
        : "Same amount";
  const name = named === null ? "" : `, and the line has ${namings[named.by]}`;
  const when =
    daysAfterPaid === null
      ? `${daysWords(daysAfterCreated)} it was created; it isn’t reported paid`
      : `${daysWords(daysAfterPaid)} it was reported paid`;
  return `${amount}${name}, ${when}`;
}

function daysWords(days: number): string {
  if (days === 0) return "on the day";
  const count = Math.abs(days);
  return `${count === 1 ? "1 day" : `${formatCount(count)} days`} ${days < 0 ? "before" : "after"}`;
}

function doubtsIn(because: Because): string[] {
  const { otherLines, otherTransfers, namesAnother, isNamedElsewhere, isReversed, isDoubtful, isPart } =
    because;
  const fits = (count: number, one: string) =>
    count === 1 ? `1 other ${one} fits` : `${count} other ${one}s fit`;
  return [
    otherLines > 0 && `${fits(otherLines, "line")} as well.`,
    otherTransfers > 0 && `${fits(otherTransfers, "payout")} as well.`,
    namesAnother && "The line names another payout.",
    isNamedElsewhere && "Another line names this payout.",
    isReversed && "A debit of the same amount names it: the money may have gone back.",
    isDoubtful && "The balance of its statement doesn’t add up.",
    isPart && "A part of the line is matched already.",
  ].filter((text) => text !== false);
}
