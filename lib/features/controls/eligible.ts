import type { ApprovalHoldReason } from "#lib/contract/people";
import { may, type Role, roles } from "#lib/contract/roles";
import { type Approvers, covers } from "./approvers";
import { mostNeeded, type Rules } from "./rules";

/** Who can approve. Approvers are a pool and never named, so nobody's holiday blocks anything. Times are ISO 8601 in UTC, which sort as text. */

export type Colleague = {
  id: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  hasSecondFactor: boolean;
  /** The hold after joining, a raised role, enabling, a password link or a factor reset; `null` without one. */
  approvesFrom: string | null;
  /** Why that hold began. */
  heldFor?: ApprovalHoldReason | null;
};

/** What keeps a person from approving. `not_admin` is named only where an admin is missing. */
export type Lack = "disabled" | "role" | "not_admin" | "second_factor" | "too_new";

/** A maker for whom the rules can't be met. */
export type Unmet = {
  maker: Colleague;
  needed: Approvers;
  approvers: Approvers;
  /** When holds that end make it possible; `null` if they don't. */
  from: string | null;
  /** Everybody else who can't give what is missing. */
  others: { person: Colleague; lacks: Lack[] }[];
};

/** What keeps a person from approving what others made; nothing for one who can. */
export function lacksOf(person: Colleague, now: string): Lack[] {
  const lacks: Lack[] = [];
  if (person.isDisabled) lacks.push("disabled");
  if (!isAtLeast(person.role, "finance")) lacks.push("role");
  if (!person.hasSecondFactor) lacks.push("second_factor");
  if (person.approvesFrom !== null && person.approvesFrom > now) lacks.push("too_new");
  return lacks;
}

/**
 * Whether somebody else may confirm a payee's name, or may say that a transfer was never created. `lately`: who was disabled or
 * lowered within the hold; nobody is alone by what they did to the others today.
 */
export function mayOthersConfirm(
  makerId: string,
  people: readonly Colleague[],
  lately: ReadonlySet<string> = new Set(),
): boolean {
  return people.some(
    ({ id, role, isDisabled }) =>
      id !== makerId && (lately.has(id) || (!isDisabled && may(role, "keep_payees"))),
  );
}

/** Who can approve what this person made. */
export function approversFor(makerId: string, people: readonly Colleague[], now: string): Approvers {
  const able = people.filter((person) => person.id !== makerId && lacksOf(person, now).length === 0);
  return { people: able.length, admins: able.filter(({ role }) => isAtLeast(role, "admin")).length };
}

/** Everybody whose payouts or changes could need more approvals than the others can give; nobody if the rules can be met. */
export function whoCannotMeet(rules: Rules, people: readonly Colleague[], now: string): Unmet[] {
  const needed = mostNeeded(rules);
  return unmetMakers(needed, people, now).map((maker) => {
    const approvers = approversFor(maker.id, people, now);
    const others = people
      .filter(({ id }) => id !== maker.id)
      .map((person) => ({ person, lacks: withAdmin(lacksOf(person, now), person, approvers, needed) }))
      .filter(({ lacks }) => lacks.length > 0);
    return { maker, needed, approvers, from: possibleFrom(maker, people, needed, now), others };
  });
}

function unmetMakers(needed: Approvers, people: readonly Colleague[], now: string): Colleague[] {
  const makers = people.filter(({ role, isDisabled }) => !isDisabled && may(role, "create"));
  return makers.filter(({ id }) => !covers(approversFor(id, people, now), needed));
}

/**
 * Names those whom a change of one person would leave without enough approvers: now, for longer than now, or even once every
 * hold has ended and everybody has a second factor.
 */
export function wouldStrand(
  rules: Rules,
  people: readonly Colleague[],
  change: Pick<Colleague, "id"> & Partial<Colleague>,
  now: string,
): Unmet[] {
  const changed = people.map((person) => (person.id === change.id ? { ...person, ...change } : person));
  const before = new Map(whoCannotMeet(rules, people, now).map(({ maker, from }) => [maker.id, from]));
  const forGood = (all: readonly Colleague[]) =>
    new Set(unmetMakers(mostNeeded(rules), all.map(mended), now).map(({ id }) => id));
  const [wereForGood, areForGood] = [forGood(people), forGood(changed)];
  return whoCannotMeet(rules, changed, now).filter(({ maker: { id }, from }) => {
    const earlier = before.get(id);
    return earlier === undefined || isLater(from, earlier) || (areForGood.has(id) && !wereForGood.has(id));
  });
}

/** As a person can be again without anybody's act on them. */
const mended = (person: Colleague): Colleague => ({ ...person, hasSecondFactor: true, approvesFrom: null });

function withAdmin(lacks: Lack[], { role }: Colleague, approvers: Approvers, needed: Approvers): Lack[] {
  const isMissed = approvers.admins < needed.admins && isAtLeast(role, "finance") && role !== "admin";
  return isMissed ? ["not_admin", ...lacks] : lacks;
}

function possibleFrom(
  maker: Colleague,
  people: readonly Colleague[],
  needed: Approvers,
  now: string,
): string | null {
  const ends = people.map(({ approvesFrom }) => approvesFrom ?? now).filter((end) => end > now);
  return ends.sort().find((end) => covers(approversFor(maker.id, people, end), needed)) ?? null;
}

/** `null` is never. */
function isLater(from: string | null, earlier: string | null): boolean {
  return earlier !== null && (from === null || from > earlier);
}

function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
