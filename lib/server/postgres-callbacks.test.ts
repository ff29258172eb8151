import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { TestDashboard } from "#lib/testing/dashboard";
import { startOnFaultyService } from "#lib/testing/faulty-dashboard";
import type { FaultyService } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";
import { isOvertaken } from "./database-failure";
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
  const late = appendInOneStatement(ledger, [{ standing, event: { ...expired, word: "completed" } }]);
  expect(isOvertaken(await late.catch((error: unknown) => error))).toBe(true);
  expect(await find(id)).toMatchObject({ status: "expired" });
});
