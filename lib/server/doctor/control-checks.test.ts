import { afterEach, expect, it, onTestFinished } from "vitest";
import { controlsGate } from "#lib/features/controls/server/gate";
import { switchOff } from "#lib/features/controls/server/rules/controls-off";
import { gates } from "#lib/server/submission/gates";
import { type Controlled, startControlled, twoPeople } from "#lib/testing/controls/controlled";
import { checkControls } from "./control-checks";

let house: Controlled;
afterEach(() => house.close());

async function diagnose(): Promise<string[]> {
  const findings: string[] = [];
  for await (const { level, topic, text } of checkControls(house.ledger))
    findings.push(`${level} ${topic}: ${text}`);
  return findings;
}

it("is silent where rules are on that everybody can meet", async () => {
  house = await startControlled();
  await house.setRules(twoPeople);
  expect((await house.ask()).body.status).toBe("awaiting_approval");
  expect(await diagnose()).toEqual([]);
});

it("names for whom the rules can’t be met, who lacks what, and how many requests nobody can decide", async () => {
  house = await startControlled();
  const { setRules, ask, decide, obi, ledger, ngozi, ada, chidi } = house;
  await setRules(twoPeople);
  const { id } = (await ask()).body;
  await decide(id, obi);
  await ask({ accountNumber: "0123456781", confirmName: true }, ngozi);
  // Obi has approved the first: he is counted once, and Chidi can be the second.
  await ledger
    .updateTable("people")
    .set({ two_factor_enabled: 0 })
    .where("id", "in", [ngozi.personId, ada.personId])
    .execute();
  const found = await diagnose();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatch(
    /^warn controls: What Chidi creates needs 2 approvals\. 1 person can approve\..*Ada has no second factor\..*Ngozi has/,
  );
  expect(found[1]).toMatch(/^warn controls: What Obi creates needs 2 approvals\./);
  await ledger
    .updateTable("people")
    .set({ two_factor_enabled: 0 })
    .where("id", "=", chidi.personId)
    .execute();
  expect((await diagnose()).at(-1)).toMatch(
    /^warn controls: 2 requests wait for more approvals than the people who are left can give\./,
  );
  house.dashboard.spoil();
});

it("names a hold of 0 hours but in the sandbox", async () => {
  house = await startControlled({ CONTROL_HOLD_HOURS: "0" });
  expect(await diagnose()).toEqual([expect.stringMatching(/^warn controls: CONTROL_HOLD_HOURS is 0:/)]);
  await house.close();
  house = await startControlled({ OFFRAMP_BASE_URL: "", OFFRAMP_API_KEY: "" });
  expect(await diagnose()).toEqual([]);
});

it("says for three days that a command switched the rules off, and why", async () => {
  house = await startControlled();
  const { setRules, ledger } = house;
  await setRules();
  await switchOff(ledger, "Obi has left.");
  expect(await diagnose()).toEqual([
    expect.stringMatching(
      /^warn controls: All rules .+ at .+: Obi has left\. Set them again on the page Controls\.$/,
    ),
  ]);
  await setRules();
  expect(await diagnose()).toEqual([expect.stringMatching(/They have been set again since\.$/)]);
});

it("names transfers that are counted by the days of another zone", async () => {
  house = await startControlled();
  const { ask, ledger } = house;
  const { id } = (await ask()).body;
  expect(await diagnose()).toEqual([]);
  await ledger.updateTable("transfers").set({ asked_day: "2026-01-01" }).where("id", "=", id).execute();
  expect(await diagnose()).toEqual([
    expect.stringMatching(
      /^warn controls: BUSINESS_TIMEZONE is Africa\/Lagos, and 1 recent transfer was counted/,
    ),
  ]);
  house.dashboard.spoil();
});

it("names what waits where nothing is left that could approve it", async () => {
  house = await startControlled();
  const { setRules, ask } = house;
  await setRules();
  await ask();
  gates.fill([]);
  onTestFinished(() => gates.fill([controlsGate]));
  expect(await diagnose()).toEqual([
    expect.stringMatching(/^warn controls: 1 transfer waits for an approval, and this dashboard has nothing/),
  ]);
});
