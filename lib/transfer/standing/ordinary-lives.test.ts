import { expect, it } from "vitest";
import { findScenario, usualPlan } from "#lib/sandbox/scenarios";
import { usualFacts } from "#lib/testing/ledger/made-up-facts";
import { type Life, toldOf } from "#lib/testing/standing/timeline";
import type { AttentionReason } from "#lib/transfer/attention-reasons";

const paid = "1 awaiting_deposit, 7 deposit_received, 8 processing, 20 completed";
const waits = "1 awaiting_deposit";
const whole = { units: 100n, seen: 5, confirmed: 6 };
const silent = { house: { isUnheard: true } };
const unwatched = { network: { ...usualFacts.network, isWatched: false, isLookedAt: false } };
const often = Array.from({ length: 40 }, (_, hour) => `, ${60 * hour + 30} completed`).join("");
const part = (units: bigint, seen: number, confirmed: number, gone?: number) => ({
  ...{ units, seen, confirmed },
  ...(gone !== undefined && { gone }),
});

/** Each with what a person is told in two days of it: nothing, or one thing. */
const lives: [name: string, life: Life, told?: AttentionReason][] = [
  ["paid at once", { says: paid, pays: [whole] }],
  ["paid, and slow to confirm", { says: paid, pays: [part(100n, 5, 30)] }],
  ["paid, and the deposit is seen after the payout", { says: paid, pays: [part(100n, 21, 24)] }],
  ["paid in two parts", { says: paid, pays: [part(60n, 2, 7), part(40n, 3, 8)] }],
  [
    "paid in two parts, the second much later",
    { says: `${waits}, 57 processing, 80 completed`, pays: [part(60n, 2, 3), part(40n, 55, 56)] },
    "chain_short",
  ],
  [
    "a test deposit of 1, and then the rest, once finance has opened it",
    {
      says: `${waits}, 14 processing, 20 completed`,
      pays: [part(1n, 2, 3), part(99n, 10, 12)],
      acts: "5 open",
    },
    "chain_short",
  ],
  [
    "a test deposit of 1, which the service calls underpaid, and then the rest",
    { says: `${waits}, 4 underpaid, 14 processing, 20 completed`, pays: [part(1n, 2, 5), part(99n, 10, 12)] },
    "deposit_short",
  ],
  [
    "a deposit that is gone, and comes back",
    { says: `${waits}, 9 processing, 20 completed`, pays: [part(100n, 4, 99, 6), part(100n, 7, 8)] },
    "chain_gone",
  ],
  ["a deposit that moves within a look", { says: paid, pays: [part(100n, 5, 99, 6), part(100n, 6, 7)] }],
  ["paid, on a network that nobody watches", { says: paid, facts: unwatched }],
  [
    "not funded, on a network that nobody watches",
    { says: `${waits}, 30 expired`, facts: unwatched },
    "expired",
  ],
  [
    "paid, on a network that can't be read for a quarter of an hour",
    { says: `${waits}, 22 processing, 40 completed`, blind: [4, 20], pays: [part(100n, 20, 21)] },
    "network_blind",
  ],
  [
    "paid, on a network that can't be read for four minutes",
    { says: paid, blind: [4, 8], pays: [part(100n, 8, 9)] },
  ],
  ["paid, less the fee, as the service says", { says: paid, pays: [whole], reports: [7, 99n] }],
  ["paid, and the service says what arrived", { says: paid, pays: [whole], reports: [7, 100n] }],
  [
    "paid, and each word comes late",
    { says: "6 completed, 6 processing, 7 deposit_received, 8 awaiting_deposit", pays: [whole] },
  ],
  ["paid, and that is said every hour", { says: paid + often, pays: [whole] }],
  ["paid, and only that is reported", { says: "20 completed", pays: [whole] }],
  ["paid, and the first word is pending", { says: "1 pending, 20 completed", pays: [whole] }],
  [
    "paid after an hour of processing",
    { says: "6 deposit_received, 7 processing, 67 completed", pays: [whole] },
  ],
  ["paid after five hours of processing", { says: "7 processing, 307 completed", pays: [whole] }, "stuck"],
  [
    "paid just before the window ends",
    { says: `${waits}, 31 processing, 40 completed`, pays: [part(100n, 29, 30)] },
  ],
  [
    "reported an hour late",
    { says: `${waits}, 70 processing, 80 completed`, pays: [whole] },
    "chain_unreported",
  ],
  ["paid by a wallet", { says: paid, pays: [whole], wallet: "2 asked, 3 sent" }],
  [
    "a wallet that says no, and then yes",
    { says: paid, pays: [whole], wallet: "1 asked, 2 closed, 3 asked, 4 sent" },
  ],
  [
    "a wallet that never answers",
    { says: waits, wallet: "2 asked, 15 closed", acts: "16 stop" },
    "wallet_silent",
  ],
  ["not funded, and the service ends it", { says: `${waits}, 30 expired` }],
  ["not funded, and the service cancels it", { says: `${waits}, 20 cancelled` }],
  ["not funded, and the service says nothing of it", { says: waits }, "no_deposit"],
  ["not funded, and a person settles it", { says: waits, acts: "32 settle" }, "no_deposit"],
  ["finance won't fund it", { says: waits, acts: "5 stop" }],
  ["finance won't fund it, and the service ends it", { says: `${waits}, 30 expired`, acts: "5 stop" }],
  ["stopped, opened again, and paid", { says: paid, pays: [whole], acts: "2 stop, 4 open" }],
  [
    "funded after its window, once finance has opened it",
    { says: `${waits}, 50 processing, 60 completed`, pays: [part(100n, 47, 48)], acts: "45 open" },
    "no_deposit",
  ],
  ["without callbacks, and funded", { pays: [whole], ...silent }, "unheard"],
  ["without callbacks, and not funded", silent, "unheard"],
  ["without callbacks, and a person settles it", { pays: [whole], acts: "30 settle", ...silent }, "unheard"],
  ["paid, in a house that is held meanwhile", { says: paid, pays: [whole], house: { isHeld: true } }],
  [
    "short, settled, and no more comes",
    { says: `${waits}, 6 underpaid`, pays: [part(60n, 5, 6)], acts: "8 settle" },
    "deposit_short",
  ],
  [
    "it fails, and is settled",
    { says: `${waits}, 7 processing, 20 failed`, pays: [whole], acts: "60 settle" },
    "failed",
  ],
  [
    "on hold for a day, and then paid",
    { says: "6 deposit_received, 7 in_review, 1400 completed", pays: [whole] },
    "on_hold",
  ],
];

it.each(lives)("%s", (_name, life, told) => {
  expect(toldOf(life)).toEqual(told === undefined ? [] : [told]);
});

it("there are forty of them", () => {
  expect(lives.length).toBeGreaterThanOrEqual(40);
});

/** What a person is told of each name that makes the sandbox play something. */
const sandboxNames: [name: string, told?: AttentionReason][] = [
  ...["ADA", "TWO PARTS", "TWO IN ONE", "SHUFFLED", "REPEATED", "REORG", "EXPIRES"].map((name): [string] => [
    name,
  ]),
  ...([
    ["WAITS", "no_deposit"],
    ["CHAIN SILENT", "chain_missing"],
    ["SHORT", "deposit_short"],
  ] as const),
  ...([
    ["OVER", "deposit_over"],
    ["LATE", "late_deposit"],
    ["ON HOLD", "on_hold"],
    ["FAILS", "failed"],
  ] as const),
  ...([
    ["UNKNOWN WORD", "unknown_word"],
    ["CONFLICT", "conflicting_reports"],
  ] as const),
  ...([["WRONG TOKEN", "chain_wrong_token"]] as const),
] as [string, AttentionReason?][];

it.each(sandboxNames)("the sandbox's %s is told once, if at all", (name, told) => {
  expect(toldOf(lifeOf(`SANDBOX ${name}`))).toEqual(told === undefined ? [] : [told]);
});

/** A word every two minutes; what its payer sends is seen before the first word that reports it. */
function lifeOf(name: string): Life {
  const scenario = findScenario(name);
  const { plan, payment } = scenario?.kind === "plan" ? scenario : { plan: usualPlan, payment: undefined };
  const says = plan.map((word, place) => `${2 * place + 2} ${word}`).join(", ");
  const shares = payment?.parts ?? [name.endsWith("SHORT") ? "0.6" : name.endsWith("OVER") ? "1.2" : "1"];
  const reports = [payment?.before, "deposit_received", "underpaid", "overpaid", "paid_late", "completed"];
  const first = plan.findIndex((word) => reports.includes(word));
  if (first < 0) return { says };
  const pays = shares.map((share) => ({
    ...part(BigInt(Math.round(Number(share) * 100)), 2 * first + 1, 2 * first + 2),
    isOwnToken: payment?.isOtherToken !== true,
  }));
  return { says, pays };
}
