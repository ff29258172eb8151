import { expect, it, onTestFinished } from "vitest";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { namesStranded } from "./approvers-left";

it("in the sandbox asks before the last approver is disabled, and not before a second factor goes", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(dashboard.close);
  const ledger = await db();
  const traits = { name: "Obi", hasSecondFactor: true } as const;
  const obi = await writeSession(ledger, testSecret, { role: "finance", ...traits });
  const tiers = [{ fromNaira: "1000000", approvals: 1, by: "finance" }];
  const set = await dashboard.send("POST", "/api/controls", {
    body: { after: "0", rules: { ...noRules, tiers } },
  });
  expect(set.status, set.problem.detail).toBe(200);
  const strandedBy = (change: object) =>
    ledger.transaction().execute((trx) => namesStranded(trx, { id: obi.personId, ...change }));
  expect(await strandedBy({ hasSecondFactor: false })).toEqual([]);
  expect(await strandedBy({ isDisabled: true })).toHaveLength(1);
});
