import { Temporal } from "temporal-polyfill";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";
import { fromUnits } from "#lib/money/units";
import { type Approvers, anAdmin, anyone, covers, nobody, stricterOf } from "./approvers";
import { neededBy, needsNaira, type Rules, type Tier } from "./rules";

/**
 * What the rules ask of a payout or of a change. Every rule is judged and the strictest wins, so no order means anything.
 * Amounts are naira; times are ISO 8601 in UTC, by one clock.
 */

type Line = {
  /** Names the line in the answer: a transfer's ID, or the key of a batch's row. */
  key: string;
  /** The fresh quote's output; `null` without a quote. */
  naira: Amount | null;
  /** Since when the account is saved, whoever's it is and whether the payee was chosen or not; `null` where it isn't. */
  accountSince: string | null;
  /** The saved payee; `null` for a recipient that isn't chosen from those. */
  payee: null | {
    /** The name's newest confirmation for this version. */
    confirmed: null | { at: string; isByMaker: boolean };
  };
};

/** All lines to one account: by the bank and the number, whoever the payee is. */
export type AccountLines = {
  /**
   * The sum of what waits to go to it, however long, and of what was *sent* to it within the last 24 hours, without these
   * lines. Not by when it was asked: what waited for a day would be in nobody's sum.
   */
  elsewhere: Amount;
  /** A transfer to it was accepted before. */
  isKnown: boolean;
  lines: readonly Line[];
};

/** A transfer is one line; a batch is judged by all of its own. */
export type PayoutFacts = {
  kind: "payout";
  accounts: readonly AccountLines[];
  /** What the maker has created that day, and the business sent, without these lines. */
  personDay: Amount;
  /** `null` while a batch is asked for: its rows count when they are sent. */
  businessDay: Amount | null;
  /** Who can approve now, the maker left out. */
  approvers: Approvers;
  /** Somebody who isn't the maker may confirm names. */
  canOthersConfirm: boolean;
  now: string;
};

/** Of a saved payee's account. */
export type ChangeFacts = { kind: "payee_change"; approvers: Approvers };

/** Why it waits. `lines` are keys, in the order of text; limits and sums are as the words need them. */
export type Reason = { needed: Approvers } & (
  | { rule: "account_sum"; fromNaira: Amount; largest: Amount; lines: string[] }
  | { rule: "batch_sum"; fromNaira: Amount; sum: Amount }
  | { rule: "first_to_account"; lines: string[] }
  | { rule: "account_changed"; coolOffHours: number; lines: string[] }
  | ({ rule: "person_day" } & Used)
  | { rule: "payee_change" }
);

/** Where the approver types the account's last four digits: nobody has paid it, or it is new. */
export const newAccountRules: readonly string[] = ["first_to_account", "account_changed", "payee_change"];

/** What no approval heals. */
export type Fault =
  | { problem: "no_quote"; lines: string[] }
  | { problem: "limit_reached"; of: "transfer"; limit: Amount; lines: string[] }
  | ({ problem: "limit_reached"; of: "person_day" | "business_day" } & Used)
  | { problem: "name_unconfirmed"; why: Unconfirmed; fromNaira: Amount; months: number; lines: string[] }
  | { problem: "no_approver"; needed: Approvers; approvers: Approvers };

/** `left` is never below zero. */
type Used = { limit: Amount; used: Amount; left: Amount };

const unconfirmed = ["not_saved", "never", "too_old", "by_maker"] as const;
export type Unconfirmed = (typeof unconfirmed)[number];

/** `refused`: nothing is recorded; every fault is named, the first being the first to mend. */
export type Requirement =
  | { answer: "pass" }
  | { answer: "waits"; needed: Approvers; reasons: Reason[] }
  | { answer: "refused"; faults: Fault[] };

type Judged = { reasons: Reason[]; faults: Fault[] };

/** Judges a payout, when it is asked for and again when it is sent, or a change of a payee's account. */
export function requirementOf(rules: Rules, facts: PayoutFacts | ChangeFacts): Requirement {
  const { reasons, faults } = facts.kind === "payout" ? judgePayout(rules, facts) : judgeChange(rules);
  const needed = reasons.map((reason) => reason.needed).reduce(stricterOf, nobody);
  const { approvers } = facts;
  if (!covers(approvers, needed)) faults.push({ problem: "no_approver", needed, approvers });
  if (faults.length > 0) return { answer: "refused", faults };
  return reasons.length === 0 ? { answer: "pass" } : { answer: "waits", needed, reasons };
}

function judgeChange({ payeeChange }: Rules): Judged {
  return { reasons: payeeChange ? [{ rule: "payee_change", needed: anyone }] : [], faults: [] };
}

function judgePayout(rules: Rules, facts: PayoutFacts): Judged {
  const tiers = rules.tiers.toSorted((a, b) => compareAmounts(b.fromNaira, a.fromNaira));
  const lines = facts.accounts.flatMap((account) => account.lines);
  const total = sumOf(lines);
  const sums = facts.accounts.map((account) => ({
    lines: account.lines,
    sum: addAmounts(account.elsewhere, sumOf(account.lines)),
  }));
  const personDay = judgePersonDay(rules, facts, total);
  return {
    reasons: [
      ...accountSums(tiers, sums),
      ...batchSums(tiers, lines, total),
      ...newAccounts(rules, facts),
      ...personDay.reasons,
    ],
    faults: [
      ...unquoted(rules, lines),
      ...largeTransfers(rules, lines),
      ...personDay.faults,
      ...fullBusinessDay(rules, facts, total),
      ...unconfirmedNames(rules, facts, sums),
    ],
  };
}

/** Of the highest first: those that the sum reaches, without a lower one that asks for no more than a higher one. */
function tiersAt(tiers: readonly Tier[], sum: Amount): Tier[] {
  const kept: Tier[] = [];
  for (const tier of tiers) {
    const isReached = compareAmounts(sum, tier.fromNaira) >= 0;
    if (isReached && !kept.some((higher) => covers(neededBy(higher), neededBy(tier)))) kept.push(tier);
  }
  return kept;
}

type Sum = { lines: readonly Line[]; sum: Amount };

function accountSums(tiers: readonly Tier[], sums: readonly Sum[]): Reason[] {
  return tiers.flatMap((tier): Reason[] => {
    const reached = sums.filter(({ sum }) => tiersAt(tiers, sum).includes(tier));
    const [largest] = reached.map(({ sum }) => sum).sort((a, b) => compareAmounts(b, a));
    if (largest === undefined) return [];
    const lines = keysOf(reached.flatMap((account) => account.lines));
    const needed = neededBy(tier);
    return [{ rule: "account_sum", fromNaira: tier.fromNaira, largest, lines, needed }];
  });
}

/** The sum of one line is its account's already. */
function batchSums(tiers: readonly Tier[], lines: readonly Line[], sum: Amount): Reason[] {
  if (lines.length < 2) return [];
  return tiersAt(tiers, sum).map((tier) => {
    return { rule: "batch_sum", fromNaira: tier.fromNaira, sum, needed: neededBy(tier) };
  });
}

function newAccounts({ newAccount }: Rules, { accounts, now }: PayoutFacts): Reason[] {
  if (newAccount === null) return [];
  const { coolOffHours } = newAccount;
  const youngest = Date.parse(now) - coolOffHours * 3_600_000;
  const first = accounts.filter(({ isKnown }) => !isKnown).flatMap(({ lines }) => lines);
  const changed = accounts
    .filter(({ isKnown }) => isKnown)
    .flatMap(({ lines }) => lines)
    .filter(({ accountSince }) => accountSince !== null && Date.parse(accountSince) > youngest);
  const reasons: Reason[] = [];
  if (first.length > 0) reasons.push({ rule: "first_to_account", lines: keysOf(first), needed: anyone });
  if (changed.length > 0)
    reasons.push({ rule: "account_changed", coolOffHours, lines: keysOf(changed), needed: anyone });
  return reasons;
}

/** An admin lets more pass; where there is none who could, it is a limit. */
function judgePersonDay({ personDayNaira }: Rules, facts: PayoutFacts, total: Amount): Judged {
  const over = overLimit(personDayNaira, facts.personDay, total);
  if (over === undefined) return { reasons: [], faults: [] };
  if (facts.approvers.admins === 0)
    return { reasons: [], faults: [{ problem: "limit_reached", of: "person_day", ...over }] };
  return { reasons: [{ rule: "person_day", ...over, needed: anAdmin }], faults: [] };
}

function fullBusinessDay({ businessDayNaira }: Rules, { businessDay }: PayoutFacts, total: Amount): Fault[] {
  if (businessDay === null) return [];
  const over = overLimit(businessDayNaira, businessDay, total);
  return over === undefined ? [] : [{ problem: "limit_reached", of: "business_day", ...over }];
}

function unquoted(rules: Rules, lines: readonly Line[]): Fault[] {
  const without = needsNaira(rules) ? lines.filter(({ naira }) => naira === null) : [];
  return without.length === 0 ? [] : [{ problem: "no_quote", lines: keysOf(without) }];
}

function largeTransfers({ transferNaira }: Rules, lines: readonly Line[]): Fault[] {
  const large = lines.filter((line) => overLimit(transferNaira, zero, line.naira ?? zero) !== undefined);
  if (transferNaira === null || large.length === 0) return [];
  return [{ problem: "limit_reached", of: "transfer", limit: transferNaira, lines: keysOf(large) }];
}

function unconfirmedNames({ nameConfirmed }: Rules, facts: PayoutFacts, sums: readonly Sum[]): Fault[] {
  if (nameConfirmed === null) return [];
  const { fromNaira, months } = nameConfirmed;
  const judged = sums
    .filter(({ sum }) => compareAmounts(sum, fromNaira) >= 0)
    .flatMap(({ lines }) => lines)
    .map((line) => ({ line, why: whyUnconfirmed(line, months, facts) }));
  return unconfirmed.flatMap((why): Fault[] => {
    const lines = judged.filter((one) => one.why === why).map(({ line }) => line);
    if (lines.length === 0) return [];
    return [{ problem: "name_unconfirmed", why, fromNaira, months, lines: keysOf(lines) }];
  });
}

function whyUnconfirmed(
  { payee }: Line,
  months: number,
  { canOthersConfirm, now }: PayoutFacts,
): Unconfirmed | undefined {
  if (payee === null) return "not_saved";
  if (payee.confirmed === null) return "never";
  const { at, isByMaker } = payee.confirmed;
  const end = Temporal.Instant.from(at).toZonedDateTimeISO("UTC").add({ months });
  if (Date.parse(now) > end.epochMilliseconds) return "too_old";
  return isByMaker && canOthersConfirm ? "by_maker" : undefined;
}

const zero = fromUnits(0n, 0);

function sumOf(lines: readonly Line[]): Amount {
  return lines.reduce((sum, { naira }) => addAmounts(sum, naira ?? zero), zero);
}

function overLimit(limit: Amount | null, used: Amount, asked: Amount): Used | undefined {
  if (limit === null || compareAmounts(addAmounts(used, asked), limit) <= 0) return undefined;
  const left = subtractAmounts(limit, used);
  return { limit, used, left: compareAmounts(left, zero) < 0 ? zero : left };
}

/** What a limit of the day leaves after this payout; null where it isn't kept. */
export function leftOf(
  limit: Amount,
  used: Amount,
  { accounts }: Pick<PayoutFacts, "accounts">,
): Amount | null {
  const total = sumOf(accounts.flatMap(({ lines }) => lines));
  if (overLimit(limit, used, total) !== undefined) return null;
  return subtractAmounts(limit, addAmounts(used, total));
}

function keysOf(lines: readonly Line[]): string[] {
  return lines.map(({ key }) => key).sort();
}
