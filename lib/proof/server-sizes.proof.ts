import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { routePatterns } from "#lib/server/http/route-names";
import type { Db } from "#lib/server/tables/schema";
import { settingOf } from "#lib/testing/database/database-setting";
import { fillLedger, hostileAnswers } from "#lib/testing/ledger/hostile-ledger";
import { fillPayees } from "#lib/testing/ledger/hostile-payees";
import { fillPayments, hostileToken } from "#lib/testing/ledger/hostile-payments";
import { type ProductionServer, productionServer } from "#lib/testing/servers/production-server";
import { answer, type FaultyService, startFaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { fillDeliveries } from "#lib/testing/telling/hostile-deliveries";
import { draftLimits } from "#lib/transfer/draft-limits";

/**
 * Every page and every path that can be read, of a production server over a ledger whose texts are all as long as they may
 * be and whose lists are full: size, time and memory, printed and judged.
 */

const budget = { bytes: 2_000_000, p95Ms: 3_000, rssGrowthBytes: 300_000_000 };
const rounds = 5;
const gathered = { notes: 9_000, callbacks: 1_000 };

const folder = mkdtempSync(join(tmpdir(), "sizes-"));
let service: FaultyService;
let server: ProductionServer;
let ledger: Db;
let id: string;
let cookie: string;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await startFaultyService();
  const { business, banks } = hostileAnswers();
  service.behave("business", answer(200, business));
  service.behave("banks", answer(200, banks));
  const url = `file:${join(folder, "dashboard.db")}`;
  server = await productionServer(url, service.baseUrl);
  await server.start();
  ledger = await openDatabase(settingOf(url));
  const session = await writeSession(ledger, testSecret, { role: "admin" });
  cookie = session.cookie;
  headers = { cookie, origin: server.url };
  id = await fillLedger(ledger, session.personId, gathered);
  await fillPayees(ledger, id, session.personId);
  await fillDeliveries(ledger, id, session.personId);
  await fillPayments(ledger, id);
  const draft = Object.entries(draftLimits).map(([name, most]) => [name, "字".repeat(most)]);
  const given = { ...Object.fromEntries(draft), form, origin: "", payeeId: null, key: null };
  const kept = await server.send("PUT", "/api/transfers/draft", given, headers);
  expect(kept?.status).toBe(200);
}, 600_000);
afterAll(async () => {
  await ledger.destroy();
  await server.process().stop();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Of the form that is filled. */
const form = randomUUID();
/** What makes a path the longest. */
const longest: Record<string, string[]> = {
  "/audit": ["?limit=100"],
  "/transfers": ["?limit=100", "?attention=yes"],
  "/transfers/[id]": ["", "?before=5000", "?before=9900"],
  "/transfers/new": ["", `?form=${form}`, "?from=ID", "?payee=ID"],
  "/webhooks/deliveries": ["?limit=100"],
  "/api/deliveries": ["?limit=100"],
  "/api/audit": ["?limit=100"],
  "/api/transfers": ["?limit=100"],
  "/api/transfers/[id]/events": ["?limit=50", "?limit=50&cursor=5000"],
};
const without = new Set(["/api/[...path]", "/api/callbacks/[token]", "/sandbox/[...path]"]);

async function measure(path: string) {
  const times: number[] = [];
  let bytes = 0;
  let status = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const reply = await fetch(new URL(path, server.url), { headers: { cookie }, redirect: "manual" });
    bytes = Math.max(bytes, (await reply.arrayBuffer()).byteLength);
    times.push(performance.now() - start);
    status = reply.status;
  }
  return { path, status, bytes, p95Ms: Math.round(p95(times)), rss: rss() };
}

function lineOf({ path, status, bytes, p95Ms, rss: now }: Awaited<ReturnType<typeof measure>>): string {
  const figures = [
    status,
    `${Math.ceil(bytes / 1_000)} kB`,
    `p95 ${p95Ms} ms`,
    `${Math.round(now / 1e6)} MB`,
  ];
  return `${path.replaceAll(id, "ID").padEnd(52)} ${figures.join("  ")}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** The memory of the server's process as the system counts it. */
function rss(): number {
  const status = readFileSync(`/proc/${server.process().pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}

it("answers every page and path within its size, time and memory", async () => {
  const last = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("transfer_id", "=", id)
    .executeTakeFirstOrThrow();
  const paths = routePatterns
    .filter((pattern) => !without.has(pattern))
    .flatMap((pattern) => (longest[pattern] ?? [""]).map((query) => pattern + query))
    .map((path) => path.replace("[seq]", String(last.seq)).replace("[id]", id).replace("ID", id))
    .map((path) => path.replace("[token]", hostileToken));
  const first = rss();
  const rows = [];
  for (const path of paths) {
    const row = await measure(path);
    print(lineOf(row));
    rows.push(row);
  }
  for (const { path, status, bytes, p95Ms, rss: now } of rows) {
    expect.soft(status, path).toBeLessThan(500);
    expect.soft(bytes, path).toBeLessThan(budget.bytes);
    expect.soft(p95Ms, path).toBeLessThan(budget.p95Ms);
    expect.soft(now - first, path).toBeLessThan(budget.rssGrowthBytes);
  }
});

it("takes a record of a transfer with ten thousand events within its time", async () => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const reply = await server.send(
      "POST",
      `/api/transfers/${id}/notes`,
      { kind: "handled", text: "Done." },
      headers,
    );
    times.push(performance.now() - start);
    expect(reply?.status).toBe(200);
  }
  print(`a record: p95 ${Math.round(p95(times))} ms`);
  expect(p95(times)).toBeLessThan(budget.p95Ms);
});
