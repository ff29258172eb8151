import { expect, test } from "vitest";
import type { Amount } from "#lib/money/money";
import { networkSays, said, usualFacts, usualHouse } from "#lib/testing/ledger/made-up-facts";
import type { StandingFacts } from "./facts";
import { printOf, settledByReceipt } from "./print";
import { standingOf } from "./standing";

/** Long after everything. */
const house = { ...usualHouse, now: usualHouse.now + 24 * 3_600_000 };
const settledAs = (facts: StandingFacts, settled: string) => ({ ...facts, acts: { ...facts.acts, settled } });
const dueOf = (facts: StandingFacts) => standingOf(facts, house).due;

const beyond = Object.entries(networkSays).filter(([name]) =>
  /more|over|other|wrong|elsewhere|after/i.test(name),
);

test.each(beyond)("a record of what arrived settles no money beyond the payout: %s", (_name, network) => {
  const facts = network(said("deposit_received", "completed")(usualFacts));
  const before = dueOf(facts);
  const money = before.filter((reason) => /over|wrong_token|elsewhere|after_end/.test(reason));
  expect(dueOf(settledAs(facts, settledByReceipt(facts)))).toEqual(money.length > 0 ? before : []);
  // A person who says so settles all of it.
  expect(dueOf(settledAs(facts, printOf(facts)))).toEqual([]);
});

test("a record of what arrived settles more than was asked only where nobody reports more", () => {
  const facts = { ...said("deposit_over", "completed")(usualFacts), reported: 160n };
  expect(dueOf(settledAs(facts, settledByReceipt(facts)))).toContain("deposit_over");
});

test("a record of what arrived settles what the service says that it paid out, and another sum since is news", () => {
  const record = { source: "payee_said", day: "2026-11-25", recordedAt: "", events: [9] } as const;
  const paidOut = (amount: string) => ({ amount: amount as Amount, at: "", event: 8 });
  const told = { ...said("completed")(usualFacts), paidOut: paidOut("450") };
  expect(dueOf(told)).toContain("received_differs");
  const received = [{ ...record, amount: "450" as Amount, reason: "service_rate" as const }];
  const recorded = { ...settledAs(told, settledByReceipt(told)), received };
  expect(dueOf(recorded)).toEqual([]);
  const unexplained = [{ ...record, amount: "450" as Amount, reason: null }];
  expect(dueOf({ ...recorded, received: unexplained })).toContain("received_differs");
});

test.each(["quantum", "failed", "processing"])("a record of what arrived settles: %s", (word) => {
  const facts = said(word)(usualFacts);
  expect(dueOf(facts)).not.toEqual([]);
  expect(dueOf(settledAs(facts, settledByReceipt(facts)))).toEqual([]);
});
