import { randomUUID } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { answer, type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

async function create(transactionId = "txn_1"): Promise<{ id: string; path: string }> {
  const accountNumber = `${Math.floor(Math.random() * 9e9) + 1e9}`;
  service.behave(
    "initiate",
    answer(200, JSON.stringify({ success: true, address: goodAddress, transactionId })),
  );
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountNumber },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return { id: body.id, path: new URL(sent.callbackUrl).pathname };
}
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const faults = async () => (await verifyLedger(await db())).differences.map(describeDifference);
const post = async (path: string, bytes: Buffer | string, headers: Record<string, string> = {}) => {
  const init = { method: "POST", body: new Uint8Array(Buffer.from(bytes)), headers };
  const { status } = await answerRequest(new Request(`http://localhost${path}`, init));
  expect(status).toBe(204);
};

it("reads a body in any encoding, keeps its bytes, and verifies what it read", async () => {
  const text = '{"transactionId":"txn_1","status":"failed"}';
  const json = "application/json";
  for (const [bytes, headers] of [
    [Buffer.from(`\ufeff${text}`), { "content-type": json }],
    [Buffer.from(text, "utf16le"), { "content-type": `${json}; charset=utf-16le` }],
    [Buffer.from(`\ufeff${text}`, "utf16le").swap16(), { "content-type": json }],
    [gzipSync(text), { "content-type": json, "content-encoding": "gzip" }],
    [deflateSync(text), { "content-encoding": "deflate" }],
    [brotliCompressSync(text), { "content-encoding": "br" }],
    [gzipSync(text), {}],
  ] as [Buffer, Record<string, string>][]) {
    const { id, path } = await create();
    await post(path, bytes, headers);
    const { status, events } = await find(id);
    const said = events.at(-1);
    expect([status, said?.unread, said?.isQuarantined]).toEqual(["failed", null, false]);
    expect(Buffer.from(said?.raw ?? "", said?.rawEncoding ?? "utf8")).toEqual(bytes);
  }
  expect(await faults()).toEqual([]);
});

it.each([
  ["cut", '{"status":"fai'],
  ["empty", ""],
  ["unreadable", "<status>failed</status>"],
  ["encoding", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10])],
  ["cut", gzipSync(Buffer.alloc(20_000_000, "{"))],
  ["cut", `{"status":"failed","note":"${"x".repeat(70_000)}"}`],
  ["foreign", '{"transactionId":"txn_of_another","status":"completed"}'],
])("says that an update is %s, and keeps it", async (why, body) => {
  const { id, path } = await create();
  await post(path, body);
  const { status, events } = await find(id);
  expect([status, events.at(-1)]).toMatchObject(["accepted", { kind: "callback", unread: why }]);
  expect(await faults()).toEqual([]);
});

it("takes no look at an address for an update", async () => {
  const { id, path } = await create();
  for (const [method, query] of [
    ...[
      ["GET", ""],
      ["HEAD", ""],
      ["OPTIONS", ""],
      ["HEAD", "?status=failed"],
    ],
    ...[
      ["GET", "?utm_source=mail&fbclid=5"],
      ["GET", "?wsdl"],
      ["GET", "?_=1700000000"],
    ],
  ]) {
    const { status } = await answerRequest(
      new Request(`http://localhost${path}${query}`, { method: `${method}` }),
    );
    expect([method, query, status]).toEqual([method, query, 204]);
  }
  expect((await find(id)).events.some(({ kind }) => kind === "callback")).toBe(false);
  await dashboard.send("GET", `${path}?failed`);
  expect((await find(id)).status).toBe("failed");
  const unknown = await answerRequest(new Request(`http://localhost${path.slice(0, -1)}_`));
  expect(unknown.status).toBe(404);
  expect(await faults()).toEqual([]);
});

it("takes an ID in other letters for its own, unless another transfer has exactly that", async () => {
  const { id, path } = await create("TxN_Ab");
  await post(path, '{"transactionId":" txn_AB ","status":"processing"}');
  expect(await find(id)).toMatchObject({ status: "processing", flags: [] });
  await create("txn_ab");
  await post(path, '{"transactionId":"txn_ab","status":"completed"}');
  const { status, flags, events } = await find(id);
  expect([status, flags, events.at(-1)?.unread]).toEqual(["processing", ["foreign_callback"], "foreign"]);
  expect(await faults()).toEqual([]);
});

it("judges what came before the service's answer by the same rule", async () => {
  let path = "";
  service.behave("initiate", async (response, call) => {
    path = new URL((JSON.parse(call.body) as { callbackUrl: string }).callbackUrl).pathname;
    await post(path, '{"transactionId":"TXN_1","status":"processing"}');
    await post(path, '{"transactionId":"txn_2","status":"failed"}');
    await dashboard.send("GET", "/api/transfers");
    await answer(200, JSON.stringify({ success: true, address: goodAddress, transactionId: "txn_1" }))(
      response,
      call,
    );
  });
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  const { status, events } = await find(body.id);
  const said = events.filter(({ kind }) => kind === "callback").map(({ text, unread }) => [text, unread]);
  expect([status, said]).toEqual([
    "processing",
    expect.arrayContaining([
      ["processing", null],
      ["failed", "foreign"],
    ]),
  ]);
  expect(await faults()).toEqual([]);
});

it("stores no callback token that comes in another encoding", async () => {
  const { id, path } = await create();
  const token = path.split("/").at(-1) ?? "";
  await post(path, Buffer.from(`{"status":"${token}"}`, "utf16le"));
  await post(path, gzipSync(`{"status":"frozen","callbackUrl":"https://x.example${path}"}`));
  const { events } = await find(id);
  const stored = events.map(
    ({ raw, rawEncoding, text }) => `${text} ${Buffer.from(raw ?? "", rawEncoding ?? "utf8")}`,
  );
  expect(stored.join().replaceAll("\0", "")).not.toContain(token);
  expect(stored.join()).toContain("frozen");
});
