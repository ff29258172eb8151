import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { BulkResult } from "#lib/contract/attention";
import type { AuditPage } from "#lib/contract/audit/audit";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;
let count = 0;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
  count = 0;
  service.behave("initiate", (response, call) => {
    count += 1;
    const address = `0x${String(count).padStart(40, "7")}`;
    const body = { success: true, address, transactionId: `txn_own_${count}` };
    answer(200, JSON.stringify(body))(response, call);
  });
});

const read = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
/** A transfer that is on hold. */
async function createHeld() {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, amount: String(count + 2) },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const path = new URL(sent.callbackUrl).pathname;
  const report = (status: string) => dashboard.send("POST", path, { body: { status } });
  await report("in_review");
  const { id, standing } = await read(body.id);
  return { id, seen: String(standing.seen), report };
}
const resolve = (transfers: object[], text = "Sent the papers.") =>
  dashboard.send<BulkResult[]>("POST", "/api/attention/resolution", { body: { transfers, text } });
const assign = (transfers: string[], person: string | null, due: { dueInHours?: string | null } = {}) =>
  dashboard.send<BulkResult[]>("POST", "/api/attention/owner", { body: { transfers, person, ...due } });
const outcomes = ({ body }: { body: BulkResult[] }) => body.map(({ outcome }) => outcome);
const entries = async (action: string) =>
  (
    await (
      await db()
    )
      .selectFrom("audit_log")
      .select(["record_id", "detail"])
      .where("action", "=", action)
      .orderBy("seq")
      .execute()
  ).map(({ record_id, detail }) => [record_id, JSON.parse(detail)]);

it("resolves each transfer for itself, and leaves alone what has changed since it was seen", async () => {
  const [first, second, third] = [await createHeld(), await createHeld(), await createHeld()];
  await third.report("failed");
  const seen = [first, second, third].map(({ id, seen: last }) => ({ id, seen: last }));
  const [one] = seen;
  const unknown = { id: randomUUID(), seen: first.seen };
  expect(outcomes(await resolve([...seen, unknown, one ?? {}]))).toEqual([
    ...["done", "done", "changed", "not_found"],
  ]);
  expect((await read(first.id)).attention).toEqual([]);
  expect((await read(first.id)).events.at(-1)).toMatchObject({ kind: "handled", text: "Sent the papers." });
  expect((await read(third.id)).attention).toEqual(["failed"]);
  // A repeat, as after a lost answer, writes nothing again.
  expect(outcomes(await resolve(seen))).toEqual(["already", "already", "changed"]);
  expect(await entries("attention_dealt_with")).toEqual([
    [first.id, {}],
    [second.id, {}],
  ]);
  // What is reported afterwards opens it again, and the old request doesn't close it.
  await first.report("failed");
  expect(outcomes(await resolve(seen.slice(0, 1)))).toEqual(["changed"]);
});

it("takes 50 at most, and only with a reason", async () => {
  const { id, seen } = await createHeld();
  const many = Array.from({ length: 51 }, () => ({ id: randomUUID(), seen }));
  expect((await resolve(many)).problem.code).toBe("invalid_input");
  expect((await resolve([])).problem.code).toBe("invalid_input");
  expect((await resolve([{ id, seen }], "  ")).problem.code).toBe("invalid_input");
  expect((await read(id)).attention).toEqual(["on_hold"]);
});

it("says who takes care of a transfer, without reopening or changing it", async () => {
  const { id, seen } = await createHeld();
  const ledger = await db();
  const {
    id: person,
    name,
    email,
  } = await ledger.selectFrom("people").select(["id", "name", "email"]).executeTakeFirstOrThrow();
  expect(outcomes(await assign([id, randomUUID()], person))).toEqual(["done", "not_found"]);
  expect(outcomes(await assign([id], person))).toEqual(["already"]);
  await resolve([{ id, seen }]);
  expect(outcomes(await assign([id], null))).toEqual(["done"]);
  expect(await read(id)).toMatchObject({ owner: null, isHandled: true });
  await assign([id], person);
  expect(await read(id)).toMatchObject({ owner: { id: person, name }, isHandled: true });
  expect(await entries("attention_assigned")).toEqual([
    [id, { email }],
    [id, {}],
    [id, { email }],
  ]);
  // The log keeps the address, and a reader is told the name.
  const log = await dashboard.send<AuditPage>("GET", "/api/audit?action=attention_assigned");
  expect(log.body.items.map(({ about }) => about)).toEqual([name, null, name]);
});

it("says until when, which stays as it is where nobody says, and goes with what it was about", async () => {
  const { id, seen, report } = await createHeld();
  const { id: person, email } = await (await db())
    .selectFrom("people")
    .select(["id", "email"])
    .executeTakeFirstOrThrow();
  const [hour, from] = [3_600_000, Date.now()];
  expect(outcomes(await assign([id], person, { dueInHours: "4" }))).toEqual(["done"]);
  const { dueAt } = await read(id);
  expect(Date.parse(dueAt ?? "")).toBeGreaterThanOrEqual(from + 4 * hour);
  expect(Date.parse(dueAt ?? "")).toBeLessThanOrEqual(Date.now() + 4 * hour);
  // Another owner, and the same time.
  expect(outcomes(await assign([id], null))).toEqual(["done"]);
  expect((await read(id)).dueAt).toBe(dueAt);
  expect(outcomes(await assign([id], null, { dueInHours: null }))).toEqual(["done"]);
  expect(outcomes(await assign([id], null, { dueInHours: null }))).toEqual(["already"]);
  expect(await read(id)).toMatchObject({ owner: null, dueAt: null });
  expect(await entries("attention_assigned")).toEqual([
    [id, { email, dueHours: "4" }],
    [id, {}],
    [id, {}],
  ]);
  // What comes after it was resolved begins anew.
  await assign([id], person, { dueInHours: "1" });
  await resolve([{ id, seen }]);
  await report("failed");
  expect(await read(id)).toMatchObject({ attention: ["failed"], owner: { id: person }, dueAt: null });
  for (const dueInHours of ["0", "1.5", "8785"])
    expect((await assign([id], person, { dueInHours })).problem.code).toBe("invalid_input");
});

it("assigns nobody who can’t sign in", async () => {
  const { id } = await createHeld();
  expect((await assign([id], "nobody")).problem.code).toBe("invalid_input");
  const ledger = await db();
  const person = await ledger.selectFrom("people").selectAll().executeTakeFirstOrThrow();
  const gone = { ...person, id: "gone", email: "gone@example.com", is_disabled: 1 };
  await ledger.insertInto("people").values(gone).execute();
  expect((await assign([id], "gone")).problem.code).toBe("invalid_input");
  expect((await read(id)).owner).toBeNull();
});
