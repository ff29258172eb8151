import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { TestDashboard } from "#lib/testing/dashboard";
import { openTestLedger } from "#lib/testing/database";
import { startOnFaultyService } from "#lib/testing/faulty-dashboard";
import type { FaultyService } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";
import { db } from "./db";
import {
  appendEvent,
  appendInOneStatement,
  holdTransfers,
  readStandings,
  type Standing,
} from "./transfer-ledger";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

/** Makes a transfer. Gives its id, and what the service does that reports of it. */
async function create() {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, confirmSeparate: true },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const { pathname } = new URL(sent.callbackUrl);
  return { id: body.id, report: (status: string) => dashboard.send("POST", pathname, { body: { status } }) };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const expired = { source: "service_callback", kind: "callback", word: "expired" } as const;

it("keeps a callback after what somebody else was writing to its transfer, and no other one waits for that", async () => {
  const [first, second] = [await create(), await create()];
  const ledger = await db();
  const { reporting } = await ledger.transaction().execute(async (trx) => {
    await holdTransfers(trx, [first.id]);
    const waiting = first.report("completed");
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
      expect(rows).toHaveLength(1);
    }, 10_000);
    expect((await second.report("completed")).status).toBe(204);
    await appendEvent(trx, first.id, expired);
    return { reporting: waiting };
  });
  expect((await reporting).status).toBe(204);
  const found = await find(first.id);
  expect(found.events.map(({ raw }) => raw).slice(-2)).toEqual([null, '{"status":"completed"}']);
  // Each of the two alone says less: that it was paid although it had expired is known from both.
  expect(found).toMatchObject({ status: "paid", flags: ["late_deposit"] });
  expect(await find(second.id)).toMatchObject({ status: "paid", flags: [] });
});

it("writes nothing over what somebody else has written since it read", async () => {
  const { id } = await create();
  const ledger = await db();
  const standing = (await readStandings(ledger, [id])).get(id) as Standing;
  await ledger.transaction().execute((trx) => appendEvent(trx, id, expired));
  const late = await appendInOneStatement(ledger, [{ standing, event: { ...expired, word: "completed" } }]);
  expect(late).toEqual(new Set());
  expect(await find(id)).toMatchObject({ status: "expired" });
});

it("asks how transfers stand by one statement of a connection, however many they are", async () => {
  const ids = [await create(), await create(), await create()].map(({ id }) => id);
  const ledger = await db();
  const statements = await ledger.connection().execute(async (one) => {
    for (let count = 1; count <= ids.length; count++) {
      const asked = ids.slice(0, count).sort();
      expect([...(await readStandings(one, asked)).keys()].sort()).toEqual(asked);
    }
    const { rows } =
      await sql`select from pg_prepared_statements where statement like '%order by "seq"%'`.execute(one);
    return rows;
  });
  expect(statements).toHaveLength(1);
});

it("leaves a connection that has lost a statement, and goes on over another", async () => {
  const ledger = await openTestLedger();
  const read = () => readStandings(ledger, ["nobody's"]);
  await read();
  await sql`deallocate all`.execute(ledger);
  await expect(read()).rejects.toMatchObject({ code: "database_unavailable" });
  expect(await read()).toEqual(new Map());
});
