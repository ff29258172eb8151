import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renewEncryption } from "#lib/server/credentials/renew-encryption";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { addEndpoint } from "#lib/testing/telling/endpoints";
import { decryptSecret, encryptSecret, newSecret } from "./endpoint-secret";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

const readSecrets = async () => {
  const row = await (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
  const { id, encrypted_secret, encrypted_previous_secret: previous } = row;
  const open = (sealed: string) => decryptSecret(sealed, id);
  return [await open(encrypted_secret), previous === null ? null : await open(previous)];
};

it("opens for its own endpoint alone", async () => {
  const { id, secret } = await addEndpoint(await db(), "https://ledger.example/");
  await expect(decryptSecret(encryptSecret(secret, randomUUID()), id)).rejects.toThrow();
  const { encrypted_secret } = await (await db())
    .selectFrom("endpoints")
    .selectAll()
    .executeTakeFirstOrThrow();
  await expect(decryptSecret(encrypted_secret, randomUUID())).rejects.toThrow();
  expect(await decryptSecret(encrypted_secret, id)).toBe(secret);
});

it("keeps both secrets of an endpoint when AUTH_SECRET changes and the one before is named", async () => {
  const { id, secret } = await addEndpoint(await db(), "https://ledger.example/");
  const before = newSecret();
  const stored = { encrypted_previous_secret: encryptSecret(before, id) };
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
