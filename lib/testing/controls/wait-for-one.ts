import { randomUUID } from "node:crypto";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Leaves a ledger with rules in which one transfer waits. */
export async function waitForOne({ send }: TestDashboard): Promise<void> {
  const finance = { role: "finance", hasSecondFactor: true } as const;
  const ledger = await db();
  const { cookie } = await writeSession(ledger, testSecret, finance);
  await writeSession(ledger, testSecret, finance);
  const rules = { ...noRules, tiers: [{ fromNaira: "1", approvals: 1, by: "finance" }] };
  await send("POST", "/api/controls", { body: { after: "0", rules } });
  const headers = { cookie, "idempotency-key": randomUUID() };
  await send("POST", "/api/transfers", { as: "nobody", body: goodTransfer, headers });
}
