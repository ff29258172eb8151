import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { endpointState } from "#lib/features/telling/endpoint-state";
import { wantedAnswer } from "#lib/features/telling/form-hints";
import { resultWords } from "#lib/features/telling/result-words";
import { appendTest } from "#lib/features/telling/server/webhooks/delivery-acts";
import { deliveryEntry } from "#lib/features/telling/server/webhooks/delivery-list";
import { hostFact } from "#lib/features/telling/server/webhooks/endpoint-host";
import { decryptSecret } from "#lib/features/telling/server/webhooks/endpoint-secret";
import { endpointEntry } from "#lib/features/telling/server/webhooks/endpoints";
import { GuardError, tryConnection } from "#lib/features/telling/server/webhooks/guard";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { hasAuthSecret } from "#lib/server/credentials/secret";
import { attachDatabase } from "#lib/server/database/db";
import { migrationOf, newestMigration } from "#lib/server/database/migrations/migrate";
import { connectionFault } from "#lib/server/outgoing/connection-words";
import type { EndpointRow } from "#lib/server/tables/delivery-rows";
import type { Db } from "#lib/server/tables/schema";
import { bad, type Finding, type Findings, failed, ok, warn } from "./finding";

/** Invariant: names an endpoint by its name and its host alone: the rest of its URL may be a token. */

const topic = "webhooks";

/** A line for each endpoint that is on, or that the dashboard turned off. */
export async function* checkWebhooks(ledger: Db): Findings {
  for (const row of await watchedEndpoints(ledger)) yield await checkEndpoint(ledger, row);
}

async function checkEndpoint(ledger: Db, row: EndpointRow): Promise<Finding> {
  const who = nameOf(row);
  if (row.is_on === 1 && !(await canSend(row))) {
    const [what, act] = isForSystems(row.form)
      ? ["secret", "make a new secret"]
      : ["address", "enter its address again"];
    return bad(
      topic,
      `${who}: AUTH_SECRET does not open its ${what}, so nothing is sent to it. Set the AUTH_SECRET of this ledger, or ${act} on the page Webhooks.`,
    );
  }
  const entry = await endpointEntry(ledger, row.id);
  const { words, look } = endpointState(entry, { now: Date.now(), timeZone: env().timeZone });
  const last = entry.lastDeliveredAt === null ? "never" : `at ${entry.lastDeliveredAt}`;
  const waiting = entry.waiting === 1 ? "1 delivery waits" : `${entry.waiting} deliveries wait`;
  const text = `${who}: ${words}. ${waiting}; last delivered ${last}.`;
  if (look !== "off" && look !== "failing" && look !== "resting") return ok(topic, text);
  const fault = await connectionFaultOf(new URL(row.url));
  const found = fault === undefined ? text : `${text} ${fault}`;
  return look === "off"
    ? warn(topic, `${found} Mend the receiver, then turn it on on the page Webhooks.`)
    : warn(topic, `${found} Check the receiver: what waits is sent when it answers.`);
}

/** Each address that was tried from here, and how it failed. `undefined` where one was connected. */
async function connectionFaultOf(url: URL): Promise<string | undefined> {
  try {
    await tryConnection(url);
    return undefined;
  } catch (error) {
    return error instanceof GuardError
      ? `${url.hostname} leads to a private address.`
      : connectionFault(error);
  }
}

/** Asking for a missing secret would make one. */
async function canSend({ id, encrypted_secret }: EndpointRow): Promise<boolean> {
  if (!hasAuthSecret()) return false;
  return decryptSecret(encrypted_secret, id).then(
    () => true,
    () => false,
  );
}

const lookEveryMs = 500;

/** Writes a test for each endpoint that is on and waits until a running server has sent it, `patienceMs` at most. */
export async function* sendTests(patienceMs = 30_000): Findings {
  let ledger: Db | undefined;
  try {
    ledger = await openLedger();
    if (ledger === undefined) {
      yield warn(
        topic,
        "No test was sent: there is no ledger of this version yet. Start the dashboard first.",
      );
      return;
    }
    const endpoints = (await watchedEndpoints(ledger)).filter(({ is_on }) => is_on === 1);
    if (endpoints.length === 0) yield warn(topic, "No endpoint is on, so there is nothing to test.");
    const tests = await inTransaction(ledger, async (trx) => {
      const written: SentTest[] = [];
      for (const row of endpoints) {
        const act = { ...commandOrigin, action: "endpoint_tested", recordId: row.id } as const;
        await appendAudit(trx, { ...act, detail: hostFact(row.url) });
        const id = await appendTest(trx, row);
        written.push({ who: nameOf(row), wants: wantedAnswer(row.form), id });
      }
      return written;
    });
    const endsAt = performance.now() + patienceMs;
    for (const test of tests) yield await testFinding(ledger, test, endsAt);
  } catch (error) {
    yield* failed(topic, error);
  } finally {
    await ledger?.destroy();
  }
}

/** `undefined` for one that the next start makes or upgrades. */
async function openLedger(): Promise<Db | undefined> {
  const { database } = env();
  if (database.kind === "sqlite" && statSync(database.file, { throwIfNoEntry: false }) === undefined)
    return undefined;
  const ledger = await attachDatabase(database);
  if ((await migrationOf(ledger)) === newestMigration()) return ledger;
  await ledger.destroy();
  return undefined;
}

type SentTest = { who: string; wants: string; id: string };

async function testFinding(ledger: Db, { who, wants, id }: SentTest, endsAt: number): Promise<Finding> {
  for (;;) {
    const { state, tries, lastResult } = await deliveryEntry(ledger, id);
    const [last] = tries;
    if (state === "delivered") return ok(topic, `${who}: a test was delivered in ${last?.ms ?? 0} ms.`);
    // The row says how it ended: its tries are read a moment later.
    const result = resultWords(lastResult);
    if (result !== undefined) return bad(topic, `${who}: a test was not delivered: ${result}. ${wants}`);
    if (performance.now() > endsAt)
      return warn(
        topic,
        `${who}: the test wasn't sent yet. It waits until a dashboard runs and the endpoint's pause is over.`,
      );
    await setTimeout(lookEveryMs);
  }
}

function watchedEndpoints(ledger: Db): Promise<EndpointRow[]> {
  return ledger
    .selectFrom("endpoints")
    .selectAll()
    .where("removed_at", "is", null)
    .where(({ or, eb }) => or([eb("is_on", "=", 1), eb("off_why", "is not", null)]))
    .orderBy("name")
    .execute();
}

function nameOf({ name, url }: EndpointRow): string {
  return `${name} (${new URL(url).host})`;
}
