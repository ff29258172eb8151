import { expect, it } from "vitest";
import type { Role } from "#lib/contract/roles";
import { rulesOf } from "#lib/testing/controls/made-up-rules";
import { type Colleague, whoCannotMeet, wouldStrand } from "./eligible";
import type { Rules } from "./rules";

/**
 * Every life of a small team by joins, leaves, lowered roles and factor resets, at once after each other or when a hold has
 * ended. What follows depends on how the people stand and not on their names, so each team is judged once, and the lives
 * through it are counted.
 */

const now = "2026-11-25T12:00:00.000Z";
const afterHold = "2026-11-26T12:00:00.000Z";

/** `isNamed`: a question that somebody answered said that this person's payouts would wait. */
type Member = { role: Role; hasFactor: boolean; isHeld: boolean; isNamed: boolean };
/** Sorted, so that teams alike are one. */
type Team = { code: string; members: readonly Member[] };

const codeOf = ({ role, hasFactor, isHeld, isNamed }: Member) =>
  `${role[0]}${hasFactor ? "+" : "-"}${isHeld ? "h" : ""}${isNamed ? "n" : ""} `;

function teamOf(members: readonly Member[]): Team {
  const sorted = members
    .map((member) => ({ member, code: codeOf(member) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return { code: sorted.map(({ code }) => code).join(""), members: sorted.map(({ member }) => member) };
}

const colleague = ({ role, hasFactor, isHeld }: Member, place: number): Colleague => ({
  ...{ id: `${place}`, name: `${place}`, role, isDisabled: false, hasSecondFactor: hasFactor },
  approvesFrom: isHeld ? afterHold : null,
});

/** Who lost the factor has set up another by then. */
const whenHoldsEnd = (members: readonly Member[]) =>
  members.map((member) => ({ ...member, hasFactor: true, isHeld: false }));

/** The places of those who can't be paid by when holds have ended. */
function unmetLater(rules: Rules, members: readonly Member[]): number[] {
  const people = whenHoldsEnd(members).map(colleague);
  return whoCannotMeet(rules, people, now).map(({ maker }) => Number(maker.id));
}

type Change = { to: Partial<Colleague>; become: Partial<Member> | "gone" };

/** What may be done to a member, as the house lets it: the last admin stays one. */
function changesOf({ role }: Member, members: readonly Member[]): Change[] {
  const lower: Role = role === "admin" ? "finance" : "support";
  const leave: Change = { to: { isDisabled: true }, become: "gone" };
  const lowered: Change = { to: { role: lower }, become: { role: lower } };
  const reset: Change = {
    to: { hasSecondFactor: false, approvesFrom: afterHold },
    become: { hasFactor: false, isHeld: true },
  };
  if (role === "admin" && members.filter((one) => one.role === "admin").length === 1) return [reset];
  return role === "support" ? [leave, reset] : [leave, lowered, reset];
}

/** Every act on a team, the question asked first where there is one: what it becomes, and how many acts are alike. */
function actsOn(rules: Rules, { members }: Team): { team: Team; isAsked: boolean; alike: number }[] {
  const people = members.map(colleague);
  const codes = members.map(codeOf);
  const changed = members.flatMap((member, place) => {
    const code = codes[place];
    if (codes.indexOf(`${code}`) < place) return [];
    return changesOf(member, members).map(({ to, become }) => {
      const stranded = wouldStrand(rules, people, { id: `${place}`, ...to }, now);
      const named = new Set(stranded.map(({ maker }) => Number(maker.id)));
      const all = members.map((one, at) => ({ ...one, isNamed: one.isNamed || named.has(at) }));
      const after = all.flatMap((one, at) => {
        if (at !== place) return one;
        return become === "gone" ? [] : { ...one, ...become };
      });
      return {
        team: teamOf(after),
        isAsked: named.size > 0,
        alike: codes.filter((one) => one === code).length,
      };
    });
  });
  const joined = (["finance", "admin"] as const).map((role) => {
    const after = [...members, { role, hasFactor: true, isHeld: true, isNamed: false }];
    // Into a team that somebody was asked about, and which is still too small.
    const isNamed = members.some((one) => one.isNamed) && unmetLater(rules, after).includes(members.length);
    return {
      team: teamOf(after.map((one, at) => (at === members.length ? { ...one, isNamed } : one))),
      ...{ isAsked: false, alike: 1 },
    };
  });
  return [...changed, ...joined];
}

function remembered<Value>(make: (team: Team) => Value): (team: Team) => Value {
  const made = new Map<string, Value>();
  return (team) => {
    const value = made.get(team.code) ?? make(team);
    made.set(team.code, value);
    return value;
  };
}

/** Counts the lives of a team by up to so many acts: all, those after a question, and those that end stuck without one. */
function livesUnder(rules: Rules, mostActs: number) {
  const acts = remembered((team) => actsOn(rules, team));
  const isStuck = remembered(({ members }) =>
    unmetLater(rules, members).some((place) => !members[place]?.isNamed),
  );
  const paused = remembered(({ members }) => teamOf(whenHoldsEnd(members)));
  let lives = (team: Team) => ({ all: 1, asked: 0, stuck: isStuck(team) ? 1 : 0 });
  for (let left = 0; left < mostActs; left++) {
    const after = lives;
    lives = remembered((team) => {
      const sum = { all: 1, asked: 0, stuck: isStuck(team) ? 1 : 0 };
      for (const { team: next, isAsked, alike } of [team, paused(team)].flatMap(acts)) {
        const { all, asked, stuck } = after(next);
        sum.all += alike * all;
        sum.asked += alike * (isAsked ? all : asked);
        sum.stuck += alike * stuck;
      }
      return sum;
    });
  }
  return lives;
}

const tier = (approvals: number, by: string, fromNaira = "1") => ({ fromNaira, approvals, by });
const allRules = [
  ...[[tier(1, "finance")], [tier(2, "finance")], [tier(1, "admin")], [tier(2, "admin")]],
  [tier(2, "finance"), tier(1, "admin", "5")],
].map((tiers) => rulesOf({ tiers }));

/** Every life of every team of these sizes by up to so many acts: how many, in how many somebody was asked, and how many end stuck without that. */
function livesOf(sizes: readonly number[], mostActs: number) {
  const sum = { all: 0, asked: 0, stuck: 0 };
  const teams = sizes.flatMap((size) =>
    Array.from({ length: size }, (_, admins) =>
      teamOf(
        Array.from({ length: size }, (_, place): Member => {
          const role = place <= admins ? "admin" : "finance";
          return { role, hasFactor: true, isHeld: false, isNamed: false };
        }),
      ),
    ),
  );
  for (const rules of allRules) {
    const lives = livesUnder(rules, mostActs);
    // For others the rules can't be switched on.
    for (const team of teams.filter(({ members }) => unmetLater(rules, members).length === 0)) {
      const { all, asked, stuck } = lives(team);
      sum.all += all;
      sum.asked += asked;
      sum.stuck += stuck;
    }
  }
  return sum;
}

it("a small team is never stuck for longer than the hold, but where somebody was asked first", () => {
  const { all, asked, stuck } = livesOf([1, 2, 3, 4], 3);
  expect(stuck).toBe(0);
  expect(all).toBeGreaterThan(asked);
  expect(asked).toBeGreaterThan(100_000);
});

it("nor is it after five acts", { tags: "detail" }, () => {
  expect(livesOf([1, 2, 3, 4], 5)).toEqual({ all: 264_122_960, asked: 139_371_078, stuck: 0 });
});
