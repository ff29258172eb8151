import { randomUUID } from "node:crypto";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { Random } from "#lib/proof/chaos/random";
import type { Db } from "#lib/server/tables/schema";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { type Instance, spawnInstance } from "#lib/testing/servers/instances";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import type { RacedService } from "./service";

/** Two servers on one database, two people of finance, and batches of their own for each race. */
export type Arena = {
  ledger: Db;
  service: RacedService;
  random: Random;
  servers: readonly [Instance, Instance];
  people: readonly [string, string];
  /** A batch that is agreed to, by the first person at the first server. */
  agreed: (rows: number) => Promise<Raced>;
  /** Rows that nobody has brought yet. */
  newRows: (count: number) => Row[];
  /** What a race may not depend on is made good: a person confirmed a moment ago, and has asked for nothing this minute. */
  refresh: () => Promise<void>;
};

/** A person at a server. */
export type Page = { server: Instance; cookie: string };
export type Answer = { status: number; body: Batch & { code?: string; n?: number } };

/** A batch that is raced for, with what a page has of it. */
export type Raced = { id: string; rows: readonly Row[] };
export type Row = { serial: number; account: string; amount: string };

const asset = "base:usdc";
const unlimited = {
  QUOTES_PER_MINUTE: "1000000",
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};
const firstSerial = 400_000_000;
const mostRows = 99_999;

/** `tree`: the sources that the servers run. */
export async function openArena(
  parts: Pick<Arena, "ledger" | "service" | "random">,
  databaseUrl: string,
  tree?: string,
): Promise<Arena> {
  const { ledger, service } = parts;
  const start = async () => {
    const server = await spawnInstance(service, databaseUrl, "", unlimited, tree);
    await server.answers();
    return server;
  };
  const servers = [await start(), await start()] as const;
  const signIn = () => writeSession(ledger, testSecret, { role: "finance" });
  const [one, other] = [await signIn(), await signIn()];
  let serial = 0;
  const newRows = (count: number): Row[] =>
    Array.from({ length: count }, () => {
      serial += 1;
      // Each row's own, so that the service can tell whose quote it is asked for. More than ever before would be asked about.
      const amount = `10.${`${mostRows - serial}`.padStart(5, "0")}1`;
      return { serial: firstSerial + serial, account: gtbankNumber(firstSerial + serial), amount };
    });
  return {
    ...parts,
    servers,
    people: [one.cookie, other.cookie],
    newRows,
    agreed: async (count) => {
      const rows = newRows(count);
      const page = { server: servers[0], cookie: one.cookie };
      const made = await importBatch(page, rows, randomUUID());
      const agreed = await agreeTo(page, made.body);
      if (agreed.status !== 200)
        throw new Error(`A batch is not agreed to: ${JSON.stringify([agreed, made.body.rows])}`);
      return { id: made.body.id, rows };
    },
    refresh: async () => {
      const at = new Date().toISOString();
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      await ledger.deleteFrom("attempts").execute();
      await ledger
        .updateTable("sessions")
        .set({ confirmed_at: at, last_seen_at: at, expires_at })
        .where("id", "in", [one.sessionId, other.sessionId])
        .execute();
    },
  };
}

async function send(
  { server, cookie }: Page,
  method: string,
  path: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<Answer> {
  const reply = await server.ask(method, path, body, { cookie, "idempotency-key": key });
  return { status: reply.status, body: (await reply.json()) as Answer["body"] };
}

export function importBatch(page: Page, rows: readonly Row[], key: string): Promise<Answer> {
  const text = payoutTable(rows.map(({ serial, amount }) => ["Ada Eze", serial, amount]));
  return send(page, "POST", "/api/batches", { name: `Batch ${key}`, asset, text }, key);
}

/** To what the page shows. */
export function agreeTo(page: Page, { id, seen, rates }: Batch): Promise<Answer> {
  const shown = rates.map(({ asset: of, rate }) => ({ asset: of, rate }));
  return send(page, "POST", `/api/batches/${id}/agree`, { seen: `${seen}`, rates: shown });
}

export const create = (page: Page, id: string) => send(page, "POST", `/api/batches/${id}/create`);

export const makeFile = (page: Page, id: string, kind: string) =>
  send(page, "POST", `/api/batches/${id}/funding`, { kind, asset });

const wallet = { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` };
export const askWallet = (page: Page, transferId: string) =>
  send(page, "POST", `/api/transfers/${transferId}/fundings`, wallet);
