import { ApprovalDetail } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { openDatabase } from "#lib/server/database/db";
import type { TestDatabase } from "#lib/testing/database/new-database";
import type { Instance } from "#lib/testing/servers/instances";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Two people of finance: rules that one alone could meet are refused. Gives the cookie of one. */
async function signInApprovers({ setting }: TestDatabase): Promise<string> {
  const ledger = await openDatabase(setting);
  const finance = { role: "finance", hasSecondFactor: true } as const;
  await writeSession(ledger, testSecret, finance);
  const { cookie } = await writeSession(ledger, testSecret, finance);
  await ledger.destroy();
  return cookie;
}

async function setRules(instance: Instance | undefined): Promise<void> {
  const rules = { ...noRules, tiers: [{ fromNaira: "1", approvals: 1, by: "finance" }] };
  const set = await instance?.ask("POST", "/api/controls", { after: "0", rules });
  if (set?.status !== 200) throw new Error(`The rules were not set: ${await set?.text()}`);
}

/** Everything waits from now on. Gives how a colleague agrees to it. */
export async function beginApprovals(database: TestDatabase, instances: readonly Instance[]) {
  const cookie = await signInApprovers(database);
  await setRules(instances[0]);
  return async (instance: Instance, id: string): Promise<void> => {
    const found = await instance.ask("GET", `/api/approvals/${id}`, undefined, { cookie });
    const { subjectHash, payout } = ApprovalDetail.parse(await found.json());
    const acceptedQuote = { outputAmount: payout?.naira, quotedAt: new Date().toISOString() };
    const decision = { decision: "approve", subjectHash, acceptedQuote };
    await instance.ask("POST", `/api/approvals/${id}/decision`, decision, { cookie });
  };
}
