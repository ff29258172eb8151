import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService, reset } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

/** Creates a transfer; gives its ID and the path of its callbacks. */
async function create(extra: object = {}): Promise<{ id: string; callbackPath: string }> {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, ...extra },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return { id: body.id, callbackPath: new URL(sent.callbackUrl).pathname };
}
/** One address and ID a call, so that none is seen twice. */
function acceptAll() {
  let count = 0;
  service.behave("initiate", (response, call) => {
    count += 1;
    const address = `0x${String(count).padStart(40, "7")}`;
    answer(200, JSON.stringify({ success: true, address, transactionId: `txn_own_${count}` }))(
      response,
      call,
    );
  });
}
const report = (path: string, status: string) => dashboard.send("POST", path, { body: { status } });
const read = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const note = (id: string, body: object) =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/notes`, { body });
const counts = async () => {
  const { body } = await dashboard.send<AttentionCounts>("GET", "/api/attention/counts");
  return { total: body.total, reasons: body.reasons.map(({ reason, count }) => ({ reason, count })) };
};
const listed = async () =>
  (await dashboard.send<Attention>("GET", "/api/attention")).body.map(({ reason, count }) => ({
    reason,
    count,
  }));
const closeAsAbsent = (id: string) =>
  dashboard.send("POST", `/api/transfers/${id}/resolution`, {
    body: { outcome: "absent", reason: "Asked." },
  });

it("counts a transfer with two reasons once, and names both on its page, the more pressing first", async () => {
  expect(await counts()).toEqual({ total: 0, reasons: [] });
  service.behave("initiate", reset);
  const { id, callbackPath } = await create();
  expect((await read(id)).attention).toEqual(["unknown_outcome"]);
  await report(callbackPath, "in_review");
  expect(await counts()).toEqual({ total: 1, reasons: [{ reason: "address_missing", count: 1 }] });
  expect((await read(id)).attention).toEqual(["address_missing", "on_hold"]);
  // One that has failed needs no address.
  await report(callbackPath, "failed");
  expect((await read(id)).attention).toEqual(["failed"]);
});

it("gives the same counts as the list, and the same reasons on each page", async () => {
  await create();
  await create({ amount: "2" });
  acceptAll();
  const held = await create({ amount: "3" });
  await report(held.callbackPath, "in_review");
  const paid = await create({ amount: "4" });
  await report(paid.callbackPath, "completed");
  expect((await counts()).reasons).toEqual(await listed());
  expect(await counts()).toMatchObject({ total: 3 });
  expect((await read(held.id)).attention).toEqual(["on_hold"]);
  expect((await read(paid.id)).attention).toEqual([]);
  await note(held.id, { kind: "handled", text: "Sent the papers." });
  expect((await read(held.id)).attention).toEqual([]);
  await report(held.callbackPath, "failed");
  expect((await read(held.id)).attention).toEqual(["failed"]);
});

it("knows which transfer took the place of one, and says when both may exist", async () => {
  service.behave("initiate", reset);
  const first = await create();
  await closeAsAbsent(first.id);
  service.behave("initiate", answer(422, '{"message":"no"}'));
  const second = await create({ replaces: first.id });
  acceptAll();
  const third = await create({ replaces: second.id });
  expect(await read(first.id)).toMatchObject({ replacedBy: second.id, mayAlsoExist: [] });
  expect(await read(second.id)).toMatchObject({ replacedBy: third.id, mayAlsoExist: [] });
  expect(await read(third.id)).toMatchObject({ replacedBy: null, mayAlsoExist: [] });
  // The first one exists after all: it and the third do, the one between them never did.
  await report(first.callbackPath, "awaiting_deposit");
  expect(await read(first.id)).toMatchObject({ status: "unknown", mayAlsoExist: [third.id] });
  expect(await read(third.id)).toMatchObject({ mayAlsoExist: [first.id] });
  expect((await read(second.id)).mayAlsoExist).toEqual([]);
  await report(third.callbackPath, "expired");
  expect((await read(first.id)).mayAlsoExist).toEqual([]);
});
