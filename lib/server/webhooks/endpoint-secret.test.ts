import { afterEach, beforeEach, expect, it } from "vitest";
import { renewEncryption } from "#lib/server/credentials/renew-encryption";
import { db } from "#lib/server/database/db";
import { addEndpoint } from "#lib/testing/ledger/endpoints";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { decryptSecret, encryptSecret, newSecret } from "./endpoint-secret";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

const readSecrets = async () => {
  const row = await (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
  const { encrypted_secret, encrypted_previous_secret: previous } = row;
  return [await decryptSecret(encrypted_secret), previous === null ? null : await decryptSecret(previous)];
};

it("keeps both secrets of an endpoint when AUTH_SECRET changes and the one before is named", async () => {
  const { secret } = await addEndpoint(await db(), "https://ledger.example/");
  const before = newSecret();
  const stored = { encrypted_previous_secret: await encryptSecret(before) };
  await (await db()).updateTable("endpoints").set(stored).execute();
  expect(JSON.stringify(await (await db()).selectFrom("endpoints").selectAll().execute())).not.toContain(
    "whsec_",
  );
  process.env.AUTH_SECRET = "another secret of the tests, quite as random";
  await dashboard.restart();
  await expect(readSecrets()).rejects.toThrow();
  process.env.AUTH_SECRET_PREVIOUS = testSecret;
  await dashboard.restart();
  expect(await renewEncryption(await db())).toBe(1);
  expect(await renewEncryption(await db())).toBe(0);
  expect(await readSecrets()).toEqual([secret, before]);
  delete process.env.AUTH_SECRET_PREVIOUS;
});
