import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import {
  contractTargets,
  expectFieldRefusal,
  type Service,
  sandboxTest,
  transferBody,
} from "#lib/testing/service/contract-target";
import { TransferInitiationResponse } from "./offramp";

const required = ["amount", "fromCurrency", "network", "bankCode", "accountNumber", "accountName"] as const;
const all = [...required, "toCurrency", "country", "callbackUrl"];

describe.each(contractTargets)("2.1, 2.2 and 4.1 initiation, $name", ({ open }) => {
  let service: Service;
  beforeAll(async () => {
    service = await open();
  });
  afterAll(() => service.close());
  // A service that is looser than the document would create what these tests expect it to refuse.
  beforeEach(({ skip }) => skip(!service.canInitiate));
  const initiate = (body: unknown) => service.call("initiate", { body });
  /** The transfer as the sandbox stored it. */
  const stored = async (transactionId: string) =>
    (await service.send("GET", `/sandbox/transfers/${transactionId}`)).json as Record<string, unknown>;

  test("answers success, an address and a transaction ID", async () => {
    const answer = await initiate(transferBody());
    expect(answer.status, answer.text).toBe(200);
    const { success, address, transactionId } = TransferInitiationResponse.parse(answer.json);
    expect([success, address.trim(), transactionId.trim()]).toEqual([true, address, transactionId]);
  });

  test("creates a new transfer each time", async () => {
    const first = TransferInitiationResponse.parse((await initiate(transferBody())).json);
    const second = TransferInitiationResponse.parse((await initiate(transferBody())).json);
    expect(second.transactionId).not.toBe(first.transactionId);
    if (service.isSandbox) expect(second.address).not.toBe(first.address);
  });

  sandboxTest.each([
    ["toCurrency", "NGN"],
    ["country", "NG"],
    ["callbackUrl", null],
  ])("takes the default when %s is left out", async (field, value) => {
    const answer = await initiate(transferBody({ [field]: undefined }));
    const { transactionId } = TransferInitiationResponse.parse(answer.json);
    expect(await stored(transactionId)).toMatchObject({ [field]: value });
  });

  sandboxTest("keeps every field as it was sent", async () => {
    const body = transferBody({ accountNumber: "0000000018", accountName: "Ọláolúwa O’Bríen" });
    const answer = await initiate(JSON.stringify(body).replace('"amount":250.5', '"amount":250.500100'));
    const { transactionId } = TransferInitiationResponse.parse(answer.json);
    expect(await stored(transactionId)).toMatchObject({ ...body, amount: "250.500100" });
    expect(answer.text).toContain('"amount":250.500100');
  });

  sandboxTest.each(sandboxAssets)("gives an address of its network for $asset", async (asset) => {
    const { fromCurrency, network, addressFamily } = asset;
    const { address } = TransferInitiationResponse.parse(
      (await initiate(transferBody({ fromCurrency, network }))).json,
    );
    expect(checkAddress(address, addressFamily)).toBe("valid");
  });

  test.each(required)("refuses a request without %s", async (field) => {
    expectFieldRefusal(service, await initiate(transferBody({ [field]: undefined })), field);
  });

  sandboxTest.each(all)("refuses null and other types for %s", async (field) => {
    for (const value of [null, true, [], {}, field === "amount" ? "250.5" : 123]) {
      expectFieldRefusal(service, await initiate(transferBody({ [field]: value })), field);
    }
  });

  test.each([
    "012345678",
    "01234567890",
    "",
    "01234 6789",
    "012-456789",
    " 0123456789",
    "0123456789\n",
    "-123456789",
    "012345678a",
    "٠١٢٣٤٥٦٧٨٩",
    "０１２３４５６７８９",
  ])("8 refuses the account number %j", async (accountNumber) => {
    expectFieldRefusal(service, await initiate(transferBody({ accountNumber })), "accountNumber");
  });

  test("8 refuses an account number that is a JSON number", async () => {
    expectFieldRefusal(service, await initiate(transferBody({ accountNumber: 1234567890 })), "accountNumber");
  });

  test.each([
    ["amount", 0],
    ["amount", -5],
    ["fromCurrency", "DOGE"],
    ["fromCurrency", "usdc"],
    ["fromCurrency", "USD\u0421"],
    ["network", "moon"],
    ["network", "tron"],
    ["bankCode", "13"],
    ["bankCode", "999999"],
    ["bankCode", "000013 "],
    ["toCurrency", "XXX"],
    ["toCurrency", "ngn"],
    ["country", "XX"],
    ["accountName", ""],
    ["accountName", "  "],
    ["callbackUrl", "not a url"],
    ["callbackUrl", ""],
    ["callbackUrl", "ftp://example.com/x"],
    ["callbackUrl", "javascript:alert(1)"],
    ["callbackUrl", "https://user:pass@example.com/"],
    ["callbackUrl", "https://example.com/#x"],
    ["callbackUrl", `https://example.com/${"x".repeat(2048)}`],
  ])("refuses %s %j", async (field, value) => {
    // A real service is not asked to create one with a value that it might take.
    if (!service.isSandbox && !["amount", "fromCurrency", "network"].includes(field)) return;
    const fields = field === "country" ? ["bankCode", "country"] : [field];
    expectFieldRefusal(service, await initiate(transferBody({ [field]: value })), ...fields);
  });

  sandboxTest("refuses more decimals than the token has, never rounding", async () => {
    expectFieldRefusal(service, await initiate(transferBody({ amount: 1.1234567 })), "amount");
    expect((await initiate(transferBody({ amount: 1.123456 }))).status).toBe(200);
    const bsc = { network: "bsc", fromCurrency: "USDT", amount: 1.1234567 };
    expect((await initiate(transferBody(bsc))).status).toBe(200);
  });

  sandboxTest("refuses unknown fields, and pollutes no prototype", async () => {
    expectFieldRefusal(service, await initiate(transferBody({ id: "x", role: "admin" })), "id", "role");
    const text = JSON.stringify(transferBody()).replace("{", '{"__proto__":{"admin":true},');
    expectFieldRefusal(service, await initiate(text), "__proto__");
    expect("admin" in {}).toBe(false);
  });

  sandboxTest("creates nothing when it refuses", async () => {
    const total = async () =>
      ((await service.send("GET", "/sandbox/transfers")).json as { total: unknown }).total;
    const before = await total();
    await initiate(transferBody({ accountNumber: "1" }));
    await initiate("{");
    expect(await total()).toEqual(before);
  });

  sandboxTest.each([
    ["cut JSON", '{"amount":1', "application/json", 400],
    ["a key twice", '{"amount":1,"amount":2}', "application/json", 400],
    ["a byte order mark", '\ufeff{"amount":1}', "application/json", 400],
    ["deep nesting", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, "application/json", 400],
    ["an array", "[]", "application/json", 400],
    ["a number", "5", "application/json", 400],
    ["null", "null", "application/json", 400],
    ["NaN", '{"amount":NaN}', "application/json", 400],
    ["nothing", "", "application/json", 400],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "application/json", 400],
    ["a form", "amount=1", "application/x-www-form-urlencoded", 415],
    ["plain text", "{}", "text/plain", 415],
    ["65 kB", `{"amount":"${"1".repeat(65_536)}"}`, "application/json", 413],
  ])("answers %s with a clear refusal", async (_name, body, contentType, status) => {
    const answer = await service.call("initiate", { body, contentType });
    expect([answer.status, answer.json]).toMatchObject([
      status,
      { success: false, message: expect.stringMatching(/\.$/) },
    ]);
  });
});
