import { afterEach, beforeEach, expect, it } from "vitest";
import { noRules } from "#lib/features/controls/rules";
import { writeMetrics } from "#lib/server/observe/metrics";
import { writeStoredMetrics } from "#lib/server/operate/stored-metrics";
import { type Controlled, oneMillion, startControlled } from "#lib/testing/controls/controlled";
import { seriesOf } from "#lib/testing/servers/metrics";

let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

async function figures(): Promise<Record<string, number>> {
  const text = `${await writeStoredMetrics()}${(await writeMetrics()).text}`;
  for (const name of ["Ada", "Obi", house.ada.email]) expect(text).not.toContain(name);
  const series = [...seriesOf(text)];
  const own = series.filter(([name]) => /^dashboard_(\w*approval|looser|limit_)/.test(name));
  return Object.fromEntries(own.map(([name, value]) => [name.replace("dashboard_", ""), value]));
}

const nothing = {
  ...{ approvals_waiting: 0, oldest_waiting_approval_seconds: 0, looser_rules_pending_seconds: 0 },
  ...Object.fromEntries(
    ["approved", "declined", "withdrawn", "expired"].map((each) => [
      `approvals_ended_last_day{outcome="${each}"}`,
      0,
    ]),
  ),
  ...Object.fromEntries(
    ["transfer", "person_day", "business_day"].map((each) => [`limit_refusals_total{limit="${each}"}`, 0]),
  ),
};

it("says without rules that nothing waits, in series that are there before their first event", async () => {
  expect(await figures()).toEqual(nothing);
});

it("counts what waits and since when, what ended by outcome, what a limit refused, and looser rules that wait", async () => {
  const { setRules, ask, decide, obi, send, ada, ledger } = house;
  await setRules(oneMillion);
  const account = (at: number) => ({ accountNumber: `012345678${at}`, confirmName: true });
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.push((await ask(account(at))).body.id);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
  await decide(first, obi);
  await decide(second, obi, { decision: "decline", reason: "No." });
  await send(ada, "POST", `/api/transfers/${third}/withdrawal`);
  await decide(fourth, obi);
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const change = (id: string, values: { asked_at?: string; ended_at?: string }) =>
    ledger.updateTable("requests").set(values).where("subject_id", "=", id).execute();
  await change(fourth, { ended_at: ago(25 * 3_600_000) });
  await change(fifth, { asked_at: ago(3_600_000) });
  await setRules({ ...noRules, ...oneMillion, transferNaira: "1000000" });
  expect((await ask(account(6))).problem.code).toBe("limit_reached");
  await setRules({ ...oneMillion });
  const found = await figures();
  expect(found).toMatchObject({
    ...{ approvals_waiting: 2, 'approvals_ended_last_day{outcome="approved"}': 1 },
    ...{
      'approvals_ended_last_day{outcome="declined"}': 1,
      'approvals_ended_last_day{outcome="withdrawn"}': 1,
    },
    ...{ 'limit_refusals_total{limit="transfer"}': 1, 'limit_refusals_total{limit="business_day"}': 0 },
  });
  expect(found.oldest_waiting_approval_seconds).toBeGreaterThanOrEqual(3_600);
  expect(found.looser_rules_pending_seconds).toBeGreaterThan(0);
  house.dashboard.spoil();
});
