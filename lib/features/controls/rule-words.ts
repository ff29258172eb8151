import { compareAmounts } from "#lib/money/amount";
import { formatCount, formatExact } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { neededWords } from "./control-words";
import type { ControlsPreview } from "./controls-api";
import { neededBy, type Rules } from "./rules";

/** Rules in words, for a person who compares two versions or is about to set one. */

type RuleLine = { rule: string; words: string[] };

const naira = (amount: Amount) => `${formatExact(amount)} naira`;

/** A line a rule, in the order of the form. */
export function ruleLines(rules: Rules): RuleLine[] {
  const { tiers, newAccount, payeeChange, nameConfirmed, personDayNaira, transferNaira, businessDayNaira } =
    rules;
  const inOrder = tiers.toSorted((a, b) => compareAmounts(a.fromNaira, b.fromNaira));
  return [
    {
      rule: "By amount",
      words:
        inOrder.length === 0
          ? ["No approval"]
          : inOrder.map((tier) => `From ${naira(tier.fromNaira)}: ${neededWords(neededBy(tier))}`),
    },
    { rule: "New account", words: [newAccount === null ? "No approval" : newWords(newAccount.coolOffHours)] },
    { rule: "Changed payee", words: [payeeChange ? "1 approval" : "No approval"] },
    {
      rule: "Confirmed name",
      words: [
        nameConfirmed === null
          ? "Not asked for"
          : `From ${naira(nameConfirmed.fromNaira)}, at most ${counted(nameConfirmed.months, "month")} old`,
      ],
    },
    { rule: "One transfer", words: [mostWords(transferNaira)] },
    {
      rule: "One person’s day",
      words: [personDayNaira === null ? "No limit" : `Above ${naira(personDayNaira)} an admin approves`],
    },
    { rule: "The business’s day", words: [mostWords(businessDayNaira)] },
  ];
}

function newWords(coolOffHours: number): string {
  return coolOffHours === 0
    ? "1 approval for the first transfer"
    : `1 approval for the first transfer, and for ${counted(coolOffHours, "hour")} after a payee’s account was saved or changed`;
}

const mostWords = (limit: Amount | null) => (limit === null ? "No limit" : `At most ${naira(limit)}`);

type Compared = { rule: string; before: string[]; after: string[]; isChanged: boolean };

/** Both versions side by side. */
export function compareRules(before: Rules, after: Rules): Compared[] {
  const old = ruleLines(before);
  return ruleLines(after).map(({ rule, words: is }, at) => {
    const was = old[at]?.words ?? [];
    return { rule, before: was, after: is, isChanged: was.join("\n") !== is.join("\n") };
  });
}

/** What the rules would have done, and from when they would count. `holdHours`: how long looser rules are held. */
export function previewWords(
  { waits, refused, transfers, effect, days }: ControlsPreview,
  holdHours: number,
) {
  const last = `your last ${counted(transfers, "transfer")}`;
  const above = `${formatCount(refused)} would have been above a limit`;
  const figures =
    transfers === 0
      ? `No transfers in the last ${days} days to compare with.`
      : `${formatCount(waits)} of ${last} would have waited${refused > 0 ? `, and ${above}` : ""}.`;
  return { figures, effect: effectWords(effect, holdHours) };
}

function effectWords(effect: ControlsPreview["effect"], holdHours: number): string {
  if (effect === "none") return "These are the rules that count now.";
  if (effect === "tighter" || holdHours === 0) return "Counts at once when you save.";
  return `Looser than now: counts once a second admin agrees, or after ${counted(holdHours, "hour")}.`;
}

function counted(count: number, unit: string): string {
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}
