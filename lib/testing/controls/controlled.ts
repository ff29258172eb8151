import { randomUUID } from "node:crypto";
import type { Transfer } from "#lib/contract/api";
import type { Role } from "#lib/contract/roles";
import type { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** A dashboard with people who ask and approve, over the API. The good transfer pays out 1,913,409.88 naira. */
export async function startControlled(variables: Record<string, string> = {}) {
  const service = await startFaultyService();
  const accepted = `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`;
  service.behave("initiate", answer(200, accepted));
  const dashboard = await startDashboard({
    ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey },
    ...variables,
  });
  const ledger = await db();
  const somebody = (role: Role, name: string, traits: SessionTraits = {}) =>
    writeSession(ledger, testSecret, { role, name, hasSecondFactor: true, ...traits });
  type Somebody = Awaited<ReturnType<typeof somebody>>;
  const ada = await somebody("finance", "Ada");
  const obi = await somebody("finance", "Obi");
  const ngozi = await somebody("finance", "Ngozi");
  const chidi = await somebody("admin", "Chidi");

  const send = <Body>(who: { cookie: string }, method: string, path: string, body?: unknown) =>
    dashboard.send<Body>(method, path, {
      as: "nobody",
      ...(body !== undefined && { body }),
      headers: { cookie: who.cookie, "idempotency-key": randomUUID() },
    });

  /** Above 1,000,000 naira somebody else approves, or what is given. */
  async function setRules(change: object = oneMillion, by: Somebody = chidi): Promise<ControlsState> {
    const { n } = (await send<ControlsState>(by, "GET", "/api/controls")).body;
    const rules = { ...noRules, ...change };
    const reply = await send<ControlsState>(by, "POST", "/api/controls", { after: `${n}`, rules });
    if (reply.status !== 200) throw new Error(reply.problem.detail);
    return reply.body;
  }

  const ask = (change: object = {}, who: Somebody = ada) =>
    send<Transfer>(who, "POST", "/api/transfers", { ...goodTransfer, confirmAmount: true, ...change });

  async function decide(id: string, who: Somebody, change: object = {}) {
    const { subjectHash, payout } = (await send<ApprovalDetail>(who, "GET", `/api/approvals/${id}`)).body;
    const acceptedQuote = {
      ...{ outputAmount: payout?.naira ?? "1913409.88", quotedAt: new Date().toISOString() },
    };
    return send<ApprovalDetail>(who, "POST", `/api/approvals/${id}/decision`, {
      ...{ decision: "approve", subjectHash, ...(payout !== null && { acceptedQuote }) },
      ...change,
    });
  }

  async function close() {
    await dashboard.close();
    await service.close();
  }
  return {
    ...{ service, dashboard, ledger, somebody, ada, obi, ngozi, chidi },
    ...{ send, setRules, ask, decide, close },
  };
}

export const oneMillion = { tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };
export const twoPeople = { tiers: [{ fromNaira: "1000000", approvals: 2, by: "finance" }] };

export type Controlled = Awaited<ReturnType<typeof startControlled>>;
