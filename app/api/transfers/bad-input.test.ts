import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { TransferPage } from "#lib/contract/transfer-list";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { SendOptions, TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import type { FaultyService } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

function create(body: unknown) {
  return dashboard.send<Transfer>("POST", "/api/transfers", {
    body,
    headers: { "idempotency-key": randomUUID() },
  });
}
const rows = async () => (await dashboard.send<TransferPage>("GET", "/api/transfers?limit=100")).body.items;
const initiates = () => service.callsOf("initiate").length;

const unreadable: [string, SendOptions, number, string][] = [
  ["malformed JSON", { rawBody: '{"amount":' }, 400, "invalid_json"],
  ["a key that stands twice", { rawBody: '{"amount":"1","amount":"2"}' }, 400, "invalid_json"],
  ["invalid UTF-8", { rawBody: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400, "invalid_json"],
  ["a byte order mark", { rawBody: `\ufeff${JSON.stringify(goodTransfer)}` }, 400, "invalid_json"],
  ["deep nesting", { rawBody: "[".repeat(50_000) }, 400, "invalid_json"],
  ["a list", { rawBody: "[]" }, 422, "invalid_input"],
  [
    "a megabyte",
    { rawBody: JSON.stringify({ ...goodTransfer, accountName: "x".repeat(1_000_000) }) },
    413,
    "body_too_large",
  ],
  [
    "a form",
    { rawBody: "amount=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "unsupported_media_type",
  ],
  [
    "text",
    { rawBody: JSON.stringify(goodTransfer), headers: { "content-type": "text/plain" } },
    415,
    "unsupported_media_type",
  ],
  [
    "another origin",
    { body: goodTransfer, headers: { origin: "https://evil.example" } },
    403,
    "forbidden_origin",
  ],
  ["a null origin", { body: goodTransfer, headers: { origin: "null" } }, 403, "forbidden_origin"],
  [
    "a cross-site fetch",
    { body: goodTransfer, headers: { "sec-fetch-site": "cross-site" } },
    403,
    "forbidden_origin",
  ],
];

const inputs: [keyof typeof goodTransfer, unknown[]][] = [
  [
    "amount",
    [
      "",
      " ",
      "0",
      "0.0",
      "-1",
      "+5",
      ".5",
      "5.",
      "00012",
      "1,000",
      "1e3",
      "1e21",
      "NaN",
      "Infinity",
      "0.1234567",
      "1234567890123456",
      "1.0000000000000000000",
      "12abc",
      "١٢",
      "１２",
      "½",
      "x".repeat(10_000),
      null,
      true,
      [],
      {},
      5,
    ],
  ],
  [
    "asset",
    [
      "",
      " ",
      "BASE:USDC",
      "base:usdс",
      "__proto__",
      "constructor",
      "tron:usdt",
      "' or 1=1",
      "<b>",
      "x".repeat(10_000),
      null,
      1,
    ],
  ],
  ["bankCode", ["", " ", "<script>", "044'", "x".repeat(10_000), null, 13]],
  [
    "accountNumber",
    [
      "",
      " ",
      "123456789",
      "12345678901",
      "01234 56789",
      "01234-6789",
      "abcdefghij",
      "٠١٢٣٤٥٦٧٨٩",
      "０１２３４５６７８９",
      "-123456789",
      "1e9",
      "x".repeat(10_000),
      null,
      1234567890,
    ],
  ],
  [
    "accountName",
    [
      "",
      " ",
      "x",
      "a\u202eb",
      "a\u200bb",
      "a\u0000b",
      "a\nb",
      "1234",
      "x".repeat(201),
      "e\u0301".repeat(5_000),
      null,
      7,
    ],
  ],
];

describe("a request that is not what it should be", () => {
  const key = { "idempotency-key": randomUUID() };
  it.each(unreadable)("refuses %s", async (_name, options, status, code) => {
    const reply = await dashboard.send("POST", "/api/transfers", {
      ...options,
      headers: { ...key, ...options.headers },
    });
    expect([reply.status, reply.problem.code]).toEqual([status, code]);
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expect(reply.problem.requestId).toBe(reply.headers.get("x-request-id"));
    expect([initiates(), (await rows()).length]).toEqual([0, 0]);
  });

  const cases = inputs.flatMap(([field, values]) => values.map((value) => [field, value] as const));
  it.each(cases)("names the field %s for %j", async (field, value) => {
    const { status, problem } = await create({ ...goodTransfer, [field]: value });
    expect([status, problem.code]).toEqual([422, "invalid_input"]);
    expect(problem.errors?.map(({ path }) => path)).toContain(field);
    expect(initiates()).toBe(0);
  });

  it.each([
    "id",
    "submission",
    "status",
    "fromCurrency",
    "network",
    "toCurrency",
    "created_by",
    "role",
    "__proto__",
    "channel",
  ])("refuses the unknown field %s", async (field) => {
    const rawBody = `${JSON.stringify(goodTransfer).slice(0, -1)},"${field}":"x"}`;
    const { status, problem } = await dashboard.send("POST", "/api/transfers", { rawBody, headers: key });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, field]);
  });

  it.each([
    ["currency", "ngn"],
    ["currency", "USD"],
    ["country", "NGA"],
    ["country", ""],
    ["callbackUrl", "http://example.com"],
    ["callbackUrl", "https://user:pw@example.com"],
    ["callbackUrl", "https://127.0.0.1/x"],
    ["callbackUrl", "https://10.0.0.1"],
    ["callbackUrl", "https://0x7f.1"],
    ["callbackUrl", "https://[::1]/"],
    ["callbackUrl", "https://localhost"],
    ["callbackUrl", "javascript:alert(1)"],
    ["callbackUrl", "not a url"],
  ])("refuses %s %j", async (field, value) => {
    expect((await create({ ...goodTransfer, [field]: value })).problem.errors?.[0]?.path).toBe(field);
  });

  it.each([
    "O’Brien & Sons",
    "Ọláńrewájú Adéṣọlá",
    "=cmd()|x",
    "<script>alert(1)</script>",
    "'; drop table transfers; --",
  ])("keeps the name %j to the letter", async (accountName) => {
    expect((await create({ ...goodTransfer, accountName })).body.accountName).toBe(
      accountName.normalize("NFC"),
    );
    expect(JSON.parse(service.callsOf("initiate")[0]?.body ?? "").accountName).toBe(
      accountName.normalize("NFC"),
    );
  });
});
