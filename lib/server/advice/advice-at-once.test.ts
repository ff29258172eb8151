import "#lib/features/all/index";
import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newSharedDatabase } from "#lib/testing/database/database";
import { signInTo, spawnInstance } from "#lib/testing/servers/instances";
import { startFaultyService } from "#lib/testing/service/faulty-service";
import { startMailServer } from "#lib/testing/telling/mail-server";

/** E-mails of one transfer, each asked for by these many at once of each server. */
const [keys, times] = [2, 2];

it("is mailed once for each key, though two servers are asked for it at once and both send", async () => {
  const service = await startFaultyService();
  const mails = await startMailServer();
  onTestFinished(service.close);
  onTestFinished(mails.close);
  const database = await newSharedDatabase();
  const cookie = await signInTo(database);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "pay@example.com" };
  const spawn = () => spawnInstance(service, database.url, cookie, mail);
  const servers = await Promise.all([spawn(), spawn()]);
  await Promise.all(servers.map(({ answers }) => answers()));
  const { id } = (await servers[0]?.submit(randomUUID()))?.body ?? { id: "" };
  const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}");
  await servers[1]?.ask("POST", new URL(callbackUrl).pathname, { status: "completed" });

  const asked = Array.from({ length: keys }, (_, at) => ({
    to: `obi${at}@example.com`,
    key: randomUUID(),
  })).flatMap((each) =>
    servers.flatMap((server) => Array.from({ length: times }, () => ({ server, ...each }))),
  );
  const answers = await Promise.all(
    asked.map(({ server, to, key }) =>
      server.ask("POST", `/api/transfers/${id}/advice`, { to }, { "idempotency-key": key }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));

  const ledger = await openDatabase(database.setting);
  onTestFinished(() => ledger.destroy());
  const kinds = async () =>
    (
      await ledger
        .selectFrom("transfer_events")
        .select("kind")
        .where("transfer_id", "=", id)
        .where("kind", "in", ["advice_asked", "advice_sent", "advice_failed"])
        .execute()
    )
      .map(({ kind }) => kind)
      .sort();
  const both = (kind: string) => Array(keys).fill(kind);
  await expect.poll(kinds, { timeout: 30_000 }).toEqual([...both("advice_asked"), ...both("advice_sent")]);
  expect(mails.heard.map(({ to }) => to.join()).sort()).toEqual(
    [...new Set(asked.map(({ to }) => to))].sort(),
  );
  expect((await verifyLedger(ledger)).differences).toEqual([]);
});
