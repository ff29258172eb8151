import type { ApprovalHoldReason } from "#lib/contract/people";
import { formatCount, formatExact } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { Approvers } from "./approvers";
import type { Colleague, Lack, Unmet } from "./eligible";
import type { Fault, Reason, Requirement, Unconfirmed } from "./requirement";
import type { Unusual } from "./unusual";

/** What screens, mails and problems say of rules and approvals. */

const naira = (amount: Amount) => `${formatExact(amount)} naira`;

/** A batch speaks of its rows; a transfer of itself. */
type Of = "transfer" | "batch";

/** `Waits for 1 approval: 1,000,000 naira or more to this account in 24 hours. 3 people can approve.` */
export function waitsWords(
  { needed, reasons }: Extract<Requirement, { answer: "waits" }>,
  approvers: Approvers,
  of: Of,
): string {
  const why = reasons.map((reason) => reasonWords(reason, of)).join("; ");
  return `Waits for ${neededWords(needed)}: ${why}. ${approversWords(approvers, needed)}`;
}

/** `2 approvals, 1 of them by an admin`. */
export function neededWords({ people, admins }: Approvers): string {
  const approvals = people === 1 ? "1 approval" : `${people} approvals`;
  if (admins === 0) return approvals;
  if (admins === people) return `${approvals} by ${people === 1 ? "an admin" : "admins"}`;
  return `${approvals}, ${admins} of them by an admin`;
}

/** How many can approve now. Admins are named where some are needed. */
export function approversWords({ people, admins }: Approvers, needed: Approvers): string {
  if (people === 0) return "Nobody can approve now.";
  const areAdmins = needed.admins > 0 && needed.admins === needed.people;
  if (areAdmins)
    return admins === 0 ? "No admin can approve now." : `${counted(admins, "admin", "admins")} can approve.`;
  const who = counted(people, "person", "people");
  if (needed.admins === 0) return `${who} can approve.`;
  return `${who} can approve, ${formatCount(admins)} of them ${admins === 1 ? "an admin" : "admins"}.`;
}

/** Why it waits, within a sentence. */
export function reasonWords(reason: Reason, of: Of): string {
  switch (reason.rule) {
    case "account_sum":
      return of === "transfer"
        ? `${naira(reason.fromNaira)} or more to this account in 24 hours`
        : `${naira(reason.fromNaira)} or more to one account in 24 hours (${rowWords(reason.lines)})`;
    case "batch_sum":
      return `${naira(reason.fromNaira)} or more in this batch`;
    case "first_to_account":
      return of === "transfer"
        ? "no transfer to this account was sent before"
        : `no transfer to the account was sent before (${rowWords(reason.lines)})`;
    case "account_changed": {
      const since = `was saved or changed less than ${counted(reason.coolOffHours, "hour", "hours")} ago`;
      return of === "transfer" ? `this account ${since}` : `the account ${since} (${rowWords(reason.lines)})`;
    }
    case "person_day":
      return `above ${naira(reason.limit)} a day for one person, of which ${naira(reason.left)} is left`;
    case "payee_change":
      return "the account of a saved payee changes";
  }
}

/** The detail of a problem: nothing was recorded. `dayEnds` is such as `00:00 Lagos time`. */
export function faultWords(fault: Fault, dayEnds: string): string {
  return `${whatIsWrong(fault, dayEnds)} Nothing was created.`;
}

/** Of what is only looked at. */
export function whatIsWrong(fault: Fault, dayEnds: string): string {
  if (fault.problem === "no_quote") return "We can’t check your rules without a quote.";
  if (fault.problem === "name_unconfirmed") {
    const { fromNaira, why, months } = fault;
    return `From ${naira(fromNaira)} to an account in 24 hours, its name must be confirmed. ${nameWords(why, months)}`;
  }
  if (fault.problem === "no_approver") {
    const { needed, approvers } = fault;
    return `This needs ${neededWords(needed)}. ${approversWords(approvers, needed)}`;
  }
  if (fault.of === "transfer") return `The limit for one transfer is ${naira(fault.limit)}.`;
  const who = fault.of === "person_day" ? "one person" : "the business";
  return `The limit for ${who} is ${naira(fault.limit)} a day: ${naira(fault.used)} used, ${naira(fault.left)} left. Resets at ${dayEnds}.`;
}

/** What a limit leaves after this transfer. */
export function leftWords(
  of: "person_day" | "business_day",
  limit: Amount,
  rest: Amount,
  dayEnds: string,
): string {
  const whose = of === "person_day" ? "your limit" : "the business’s limit";
  return `After this, ${naira(rest)} of ${whose} of ${naira(limit)} a day is left. Resets at ${dayEnds}.`;
}

function nameWords(why: Unconfirmed, months: number): string {
  switch (why) {
    case "not_saved":
      return "Save the payee and have the name confirmed.";
    case "never":
      return "Have this payee’s name confirmed first.";
    case "too_old":
      return `It was last confirmed more than ${counted(months, "month", "months")} ago: have it confirmed again.`;
    case "by_maker":
      return "You confirmed it yourself: ask somebody else to confirm it.";
  }
}

/** `Nobody else can approve what Ada creates`, and who is missing what. */
export function unmetWords({ maker, needed, approvers, from, others }: Unmet, timeZone: string): string {
  const who = showInvisible(maker.name);
  const can = `What ${who} creates needs ${neededWords(needed)}. ${approversWords(approvers, needed)}`;
  const missing = others
    .filter(({ lacks }) => !lacks.includes("disabled") && !lacks.includes("role"))
    .flatMap(({ person, lacks }) => lacks.map((lack) => `${lackWords(person, lack, timeZone)}.`));
  const until = from === null ? [] : [`It can be approved from ${formatTime(from, timeZone)}.`];
  return [can, ...missing, ...until].join(" ");
}

const held: Record<ApprovalHoldReason, string> = {
  joined: "Joined lately",
  role_raised: "Got a higher role lately",
  enabled: "Was enabled again lately",
  password_link: "Set a new password by a link lately",
  factor_reset: "Had the second factor reset lately",
};
const latelyMs = 30 * 24 * 3_600_000;

/** `Joined lately: can approve since 3 March 2026, 10:00`; null where it was long before `at`. */
export function latelyWords(
  { approvesFrom, heldFor }: Colleague,
  at: string,
  timeZone: string,
): string | null {
  if (approvesFrom === null || heldFor == null) return null;
  // A hold that began later says nothing of this.
  if (approvesFrom > at || Date.parse(approvesFrom) < Date.parse(at) - latelyMs) return null;
  return `${held[heldFor]}: can approve since ${formatTime(approvesFrom, timeZone)}`;
}

/** `Obi has no second factor`. */
export function lackWords({ name, approvesFrom }: Colleague, lack: Lack, timeZone: string): string {
  const who = showInvisible(name);
  switch (lack) {
    case "disabled":
      return `${who}’s account is disabled`;
    case "role":
      return `${who} is neither in finance nor an admin`;
    case "not_admin":
      return `${who} isn’t an admin`;
    case "second_factor":
      return `${who} has no second factor`;
    case "too_new":
      return `${who} can approve from ${formatTime(approvesFrom ?? "", timeZone)}`;
  }
}

/** `maker` is a name, and left out for the maker's own screen. */
export function unusualWords(unusual: Unusual, token: string, maker?: string): string {
  const unit = unusual.unit === "naira" ? "naira" : token;
  if (unusual.kind === "largest") {
    const before = maker === undefined ? "you’ve" : `${showInvisible(maker)} has`;
    return `More than ${before} ever created. The largest so far: ${formatExact(unusual.largest)} ${unit}.`;
  }
  const times = `${unusual.isMore ? "More than " : ""}${formatCount(unusual.times)} times`;
  return `${times} what you usually send to them: ${formatExact(unusual.usual)} ${unit}.`;
}

function rowWords(lines: readonly string[]): string {
  return counted(lines.length, "row", "rows");
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
