import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { evmAddress } from "#lib/asset/address";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { newSharedDatabase } from "#lib/testing/database/database";
import { type Instance, spawnInstance } from "#lib/testing/servers/instances";
import { answer, quoteWell, startFaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { choicesFrom, type Random } from "../chaos/random";

/** Two of finance at two servers on one database, who press at once. */

const mostApartMs = 20;
const unlimited = {
  QUOTES_PER_MINUTE: "1000000",
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

type Answer<Body> = { status: number; body: Body };
export type Page = <Body>(method: string, path: string, body?: object) => Promise<Answer<Body>>;
export type Arena = { ledger: Db; random: Random; one: Page; other: Page };
function pageOf(server: Instance, cookie: string): Page {
  return async (method, path, body) => {
    const reply = await server.ask(method, path, body, { cookie, "idempotency-key": randomUUID() });
    return { status: reply.status, body: await reply.json() };
  };
}

export async function openArena(seed: number): Promise<Arena & { url: string; renew: () => Promise<void> }> {
  Object.assign(process.env, { AUTH_SECRET: testSecret });
  const database = await newSharedDatabase();
  const random = choicesFrom(seed);
  const service = await startFaultyService();
  // An address that is shared is told of.
  service.behave("quote", quoteWell);
  service.behave("initiate", (response, call) => {
    const address = evmAddress(randomBytes(20));
    answer(200, JSON.stringify({ success: true, address, transactionId: `t-${randomUUID()}` }))(
      response,
      call,
    );
  });
  const ledger = await openDatabase(database.setting);
  onTestFinished(async () => {
    await ledger.destroy();
    await service.close();
  });
  const start = async () => {
    const server = await spawnInstance(service, database.url, "", unlimited);
    await server.answers();
    return server;
  };
  const servers = [await start(), await start()] as const;
  const signIn = () => writeSession(ledger, testSecret, { role: "finance" });
  const [one, other] = [await signIn(), await signIn()];
  /** What a race may not depend on is made good: a person confirmed a moment ago, and has asked for nothing this minute. */
  const renew = async () => {
    const at = new Date().toISOString();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await ledger.deleteFrom("attempts").execute();
    await ledger.updateTable("sessions").set({ confirmed_at: at, last_seen_at: at, expires_at }).execute();
  };
  return {
    ...{ ledger, random, url: database.url, renew },
    ...{ one: pageOf(servers[0], one.cookie), other: pageOf(servers[1], other.cookie) },
  };
}

/** Two at once, one of them a moment later. */
export async function meet<One, Other>(
  { random }: Arena,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) {
  const late = random.below(mostApartMs);
  const [first, second] = random.chance(0.5) ? [0, late] : [late, 0];
  return Promise.all([setTimeout(first).then(one), setTimeout(second).then(other)]);
}
