import "#lib/features/all/index";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { evmAddress } from "#lib/asset/address";
import { figuresOf, probeVariables } from "#lib/proof/door/watched-server";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { newDatabase } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type ProductionServer, productionServer } from "#lib/testing/servers/production-server";
import { type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";
import { signInOwner } from "#lib/testing/sign-in/owner";
import { temporaryFolder } from "#lib/testing/temporary-folder";

const perSecond = 100;
const seconds = Number(process.env.LOAD_SECONDS || 60);
/** What a server fills at its first callbacks and keeps is there after so many seconds of them. */
const warmUpSeconds = 10;
const pauseMs = 20;
const makers = 8;
/** Whatever waits for longer than this after the last callback is lost. */
const applyingLimitMs = 30_000;
const quietMs = 5_000;

/** A transfer that was never called back for. */
type Made = { id: string; path: string };

it(`keeps and applies ${perSecond} callbacks a second for ${seconds} s, each of another transfer`, async () => {
  const folder = temporaryFolder();
  const database = await newDatabase(join(folder, "dashboard.db"));
  const service = await startFaultyService(() => evmAddress(randomBytes(20)));
  const probe = join(folder, "figures");
  const variables = { ...probeVariables(probe), TRANSFERS_PER_MINUTE: "1000000" };
  const server = await productionServer(database.url, service.baseUrl, variables);
  const ledger = await openDatabase(database.setting);
  onTestFinished(async () => {
    await ledger.destroy();
    await server.process().stop();
    await service.close();
    await database.drop();
  });
  await server.start();
  const made = await makeTransfers(server, service, (warmUpSeconds + seconds) * perSecond);
  const measure = async () => {
    await sleep(quietMs);
    return figuresOf(server.process().pid, probe);
  };
  await load(server, ledger, made.slice(0, warmUpSeconds * perSecond));
  const first = await measure();
  const { answeredMs, appliedMs } = await load(server, ledger, made.slice(warmUpSeconds * perSecond));
  const last = await measure();
  process.stdout.write(
    `${appliedMs.length} callbacks; answered p50 ${at(answeredMs, 0.5)} ms, p99 ${at(answeredMs, 0.99)} ms; applied p50 ${at(appliedMs, 0.5)} ms, p99 ${at(appliedMs, 0.99)} ms, at most ${at(appliedMs, 1)} ms; heap ${first.heap.toFixed(1)} MB, then ${last.heap.toFixed(1)} MB; resident ${first.rss.toFixed(0)} MB, then ${last.rss.toFixed(0)} MB\n`,
  );
  expect(appliedMs).toHaveLength(seconds * perSecond);
  const applied = await ledger
    .selectFrom("transfers")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("status", "=", "processing")
    .where("callback_count", "=", 1)
    .executeTakeFirstOrThrow();
  expect(Number(applied.count)).toBe(made.length);
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect((await verifyAudit(ledger)).fault).toBeNull();
  expect(server.process().output()).not.toContain('"level"');
  expect(at(appliedMs, 0.99), "p99 from the request to its event").toBeLessThan(1_000);
  expect(last.heap, "heap").toBeLessThan(first.heap * 1.1 + 5);
  expect(last.rss, "resident").toBeLessThan(first.rss * 1.2 + 20);
});

/** Has the dashboard make so many, a few at once, each to an account of its own. */
async function makeTransfers(
  server: ProductionServer,
  service: FaultyService,
  count: number,
): Promise<Made[]> {
  const cookie = `session=${await signInOwner(server.url)}`;
  const ids = new Map<string, string>();
  let next = 0;
  const makeInTurn = async () => {
    while (next < count) {
      const accountNumber = `${1_000_000_000 + next++}`;
      const headers = { cookie, "idempotency-key": randomUUID() };
      const reply = await server.send("POST", "/api/transfers", { ...goodTransfer, accountNumber }, headers);
      if (reply?.status !== 201) throw new Error(`Not created: ${JSON.stringify(reply)}`);
      ids.set(accountNumber, (reply.body as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: makers }, makeInTurn));
  return service.callsOf("initiate").map(({ body }) => {
    const { accountNumber, callbackUrl } = JSON.parse(body) as Record<string, string>;
    return { id: ids.get(accountNumber ?? "") ?? "", path: new URL(callbackUrl ?? "").pathname };
  });
}

/**
 * Calls back for each of the transfers once, so many a second, and looks meanwhile at what waits to be applied. Gives for
 * each the milliseconds from its request to the answer, and at most how many to its event.
 */
async function load(server: ProductionServer, ledger: Db, made: readonly Made[]) {
  const answeredMs: number[] = [];
  const appliedMs: number[] = [];
  const open = new Map<string, { sentAt: number; answeredAt: number }>();
  const send = async ({ id, path }: Made) => {
    const sentAt = performance.now();
    const reply = await server.send("POST", path, { status: "processing" });
    const answeredAt = performance.now();
    answeredMs.push(answeredAt - sentAt);
    open.set(id, { sentAt, answeredAt });
    return reply?.status;
  };
  let isSent = false;
  const look = async () => {
    for (let end = Number.POSITIVE_INFINITY; performance.now() < end; await sleep(pauseMs)) {
      if (isSent) end = Math.min(end, performance.now() + applyingLimitMs);
      const askedAt = performance.now();
      const rows = await ledger.selectFrom("received").select("transfer_id").execute();
      const seenAt = performance.now();
      const waiting = new Set(rows.map((row) => row.transfer_id));
      for (const [id, { sentAt, answeredAt }] of open) {
        if (answeredAt > askedAt || waiting.has(id)) continue;
        appliedMs.push(seenAt - sentAt);
        open.delete(id);
      }
      if (isSent && open.size === 0) return;
    }
  };
  const looking = look();
  const begin = performance.now();
  const sending: Promise<number | undefined>[] = [];
  for (const [place, one] of made.entries()) {
    await sleep(begin + (place * 1_000) / perSecond - performance.now());
    sending.push(send(one));
  }
  expect(new Set(await Promise.all(sending))).toEqual(new Set([204]));
  isSent = true;
  await looking;
  return { answeredMs, appliedMs };
}

/** The value that this part of them does not exceed, in whole milliseconds. */
function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0);
}
