import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { Db } from "#lib/server/tables/schema";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { ProductionServer } from "#lib/testing/servers/production-server";

/** What everybody else does meanwhile, and how long each of it took, in milliseconds. */

export const workNames = ["page", "quote", "transfer", "webhook", "node", "mail"] as const;
export type WorkName = (typeof workNames)[number];
export type Times = Record<WorkName, number[]>;

export type Office = {
  server: ProductionServer;
  ledger: Db;
  /** The cookie of somebody with the role finance, and an admin's ID. */
  cookie: string;
  adminId: string;
  /** When the other receiver heard of a transfer, the mail server of a mail, and when the other node was asked. */
  heardAt: Map<string, number>;
  mailedAt: Map<string, number>;
  askedAt: number[];
};

const from = { "x-forwarded-for": "203.0.113.9" };
const paths = ["/api/transfers", "/attention", "/api/attention/counts"];
let made = 0;

/** Works for so long, then waits for what is on its way. Throws where anything was refused. */
export async function workFor(office: Office, seconds: number, which: readonly WorkName[]): Promise<Times> {
  const times: Times = { page: [], quote: [], transfer: [], webhook: [], node: [], mail: [] };
  const end = performance.now() + seconds * 1_000;
  const sent: { id: string; at: number }[] = [];
  const mails: { id: string; at: number }[] = [];
  const every = async (ms: number, act: () => Promise<void>) => {
    for (let next = performance.now(); performance.now() < end; next += ms) {
      await act();
      await sleep(Math.max(0, next + ms - performance.now()));
    }
  };
  const begin = office.askedAt.length;
  await Promise.all([
    every(200, () => timed(times.page, () => read(office, paths[times.page.length % paths.length] ?? ""))),
    every(1_000, () => timed(times.quote, () => ask(office, "/api/quote", quoted, 200))),
    every(1_500, async () => {
      const id = await timed(times.transfer, () => create(office));
      sent.push({ id, at: performance.now() });
    }),
    which.includes("mail") &&
      every(1_000, async () => {
        mails.push(await writeMail(office));
      }),
  ]);
  if (which.includes("webhook")) times.webhook.push(...(await waits(sent, office.heardAt)));
  if (which.includes("mail")) times.mail.push(...(await waits(mails, office.mailedAt)));
  const asked = office.askedAt.slice(begin);
  times.node.push(...asked.slice(1).map((at, place) => at - (asked[place] ?? at)));
  return times;
}

const lostAfterMs = 60_000;

async function waits(sent: readonly { id: string; at: number }[], heardAt: Map<string, number>) {
  const lostAt = performance.now() + lostAfterMs;
  while (sent.some(({ id }) => !heardAt.has(id)) && performance.now() < lostAt) await sleep(100);
  return sent.map(({ id, at }) => Math.max(0, (heardAt.get(id) ?? lostAt) - at));
}

async function timed<Result>(times: number[], act: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await act();
  times.push(performance.now() - start);
  return result;
}

async function read({ server, cookie }: Office, path: string): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie, ...from } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: HTTP ${answer.status}`);
}

const quoted = { amount: "10", asset: "base:usdc" };

async function ask(office: Office, path: string, body: object, wanted: number, key = {}) {
  const headers = { cookie: office.cookie, ...from, ...key };
  const reply = await office.server.send("POST", path, body, headers);
  if (reply?.status !== wanted)
    throw new Error(`${path}: HTTP ${reply?.status} ${JSON.stringify(reply?.body)}`);
}

/** On each of the two networks in turn, so that both are watched. */
async function create(office: Office): Promise<string> {
  made += 1;
  const asset = made % 2 === 0 ? "base:usdc" : "polygon:usdc";
  const body = {
    ...goodTransfer,
    asset,
    accountNumber: `${1_000_000_000 + made}`,
    accountName: `Person ${made}`,
  };
  const headers = { cookie: office.cookie, ...from, "idempotency-key": randomUUID() };
  const reply = await office.server.send("POST", "/api/transfers", body, headers);
  if (reply?.body.status !== "accepted") throw new Error(`not created: ${JSON.stringify(reply)}`);
  return reply.body.id;
}

/** As an act that admins are told of writes it. */
async function writeMail({ ledger, adminId }: Office): Promise<{ id: string; at: number }> {
  const mail = mailRow(adminId, "webhook.added", { name: "Books", host: "ledger.example" });
  await appendDeliveries(ledger, [mail]);
  return { id: mail.id, at: performance.now() };
}

/** The value that 95 of 100 don't exceed. */
export function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
