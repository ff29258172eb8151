import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { db } from "#lib/server/database/db";
import { writeBackup } from "#lib/server/keep/backup";
import { restoreBackup } from "#lib/server/keep/restore";
import { findTransfer } from "#lib/server/ledger/transfers";
import { newSharedDatabase } from "#lib/testing/database/database";
import { settingOf } from "#lib/testing/database/database-setting";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { temporaryFolder } from "#lib/testing/temporary-folder";

type Somebody = { cookie: string };

it("closes at the end of the hold what waited in a backup, and never sends it again", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  service.behave("initiate", answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`));
  const variables = { OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey };
  const first = await startDashboard(variables);
  const somebody = async (role: "finance" | "admin") =>
    writeSession(await db(), testSecret, { role, hasSecondFactor: true });
  const everybody = async () => ({
    maker: await somebody("finance"),
    approver: await somebody("finance"),
    admin: await somebody("admin"),
  });
  let people = await everybody();
  const sendTo =
    (dashboard: TestDashboard) =>
    <Body>({ cookie }: Somebody, method: string, path: string, body?: object, key: string = randomUUID()) =>
      dashboard.send<Body>(method, path, {
        as: "nobody",
        ...(body !== undefined && { body }),
        headers: { cookie, "idempotency-key": key },
      });
  const ask = (send: ReturnType<typeof sendTo>, accountNumber: string, key: string, change: object = {}) =>
    send<Transfer>(
      people.maker,
      "POST",
      "/api/transfers",
      { ...goodTransfer, accountNumber, ...change },
      key,
    );
  const approve = async (send: ReturnType<typeof sendTo>, id: string) => {
    const { body } = await send<ApprovalDetail>(people.approver, "GET", `/api/approvals/${id}`);
    const acceptedQuote = { outputAmount: "1913409.88", quotedAt: new Date().toISOString() };
    const decision = { decision: "approve", subjectHash: body.subjectHash, acceptedQuote };
    return send<ApprovalDetail>(people.approver, "POST", `/api/approvals/${id}/decision`, decision);
  };
  const sent = () => service.callsOf("initiate").length;

  const before = sendTo(first);
  const rules = { ...noRules, tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }] };
  await before(people.admin, "POST", "/api/controls", { after: "0", rules });
  const [keyOfSent, keyOfWaiting] = [randomUUID(), randomUUID()];
  const { id } = (await ask(before, "0123456781", keyOfSent)).body;
  const waiting = (await ask(before, "0123456782", keyOfWaiting)).body.id;
  const backup = join(temporaryFolder(), "monday.db");
  await writeBackup(settingOf(process.env.DATABASE_URL ?? ""), backup);
  // What the backup doesn't know.
  expect((await approve(before, id)).body.state).toBe("approved");
  expect(sent()).toBe(1);
  await first.close();

  const database = await newSharedDatabase();
  await restoreBackup(database.setting, backup, false);
  const again = await startDashboard({ ...variables, DATABASE_URL: database.url });
  onTestFinished(again.close);
  const after = sendTo(again);
  // A restore ends every session.
  people = await everybody();
  for (const each of [id, waiting]) {
    expect((await findTransfer(each)).status).toBe("awaiting_approval");
    expect((await approve(after, each)).problem.code).toBe("transfers_held");
  }
  const since = new Date(Date.now() - 60_000).toISOString();
  await (await db()).updateTable("database_server").set({ held_since: since }).execute();
  const release = await after<{ hold: unknown }>(people.admin, "POST", "/api/hold/release", { since });
  expect([release.status, release.body]).toEqual([200, { hold: null }]);
  for (const [each, key, account] of [
    [id, keyOfSent, "0123456781"],
    [waiting, keyOfWaiting, "0123456782"],
  ] as const) {
    expect((await approve(after, each)).problem.code).toBe("not_waiting");
    const found = await findTransfer(each);
    expect(found.status).toBe("cancelled");
    expect(found.events.at(-1)?.text).toContain("may have been approved and sent");
    expect((await ask(after, account, key)).body).toMatchObject({ id: each, status: "cancelled" });
    const asked = await ask(after, account, randomUUID(), { replaces: each });
    expect(asked.body.status).toBe("awaiting_approval");
  }
  expect(sent()).toBe(1);
});
