import { afterEach, expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { db } from "#lib/server/database/db";
import { followUp, raise } from "#lib/server/follow-up/follow-up";
import { insertTransfers, liveOn, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

let dashboard: TestDashboard;
afterEach(() => dashboard.close());

async function live(variables: Record<string, string>) {
  dashboard = await startDashboard(variables);
  const ledger = await db();
  await writeSession(ledger, testSecret, { role: "finance" });
  await raise(ledger);
  const random = randomFrom(4);
  const rows = Array.from({ length: 60 }, () => randomTransfer(random, new Date().toISOString()));
  await insertTransfers(ledger, rows);
  for (let step = 0; step < 4; step++)
    await liveOn(
      ledger,
      rows.map(({ id }) => id),
      random,
    );
  while (await followUp(ledger, "Africa/Lagos"));
  await raise(ledger);
  while (await followUp(ledger, "Africa/Lagos"));
  const bodies = await ledger.selectFrom("deliveries").select("body").execute();
  const named = bodies.flatMap(({ body }) => (JSON.parse(body) as { items: { id: string }[] }).items);
  const needing = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("status", "in", ["unknown", "failed", "refunded", "on_hold"])
    .execute();
  return { mails: bodies.length, named: new Set(named.map(({ id }) => id)), needing };
}

it("every transfer that needs somebody is in the one mail that waits", async () => {
  const smtp = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "pay@example.com" };
  const { mails, named, needing } = await live(smtp);
  expect(mails).toBe(1);
  expect(needing.length).toBeGreaterThan(10);
  expect(needing.filter(({ id }) => !named.has(id))).toEqual([]);
});

it("nothing waits where no mail is sent", async () => {
  expect(await live({})).toMatchObject({ mails: 0 });
});
