import { describe, expect, it } from "vitest";
import { namedInText } from "./named-in";

const evm = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const named = (body: unknown) => {
  const { transactionIds, addresses } = namedInText(typeof body === "string" ? body : JSON.stringify(body));
  return [...transactionIds, "|", ...addresses].join(" ");
};
const inside = (depth: number, value: unknown) =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], value);

describe("an id that says whose it is", () => {
  it.each([
    [{ transactionId: "t1" }, "t1 |"],
    [{ transactionId: " t1 " }, "t1 |"],
    [{ transactionId: 12 }, "12 |"],
    [{ transactionId: ["t1", "t2", "t1"] }, "t1 t2 |"],
    [{ transactionId: { value: "t1" } }, "t1 |"],
    [{ txn_ref: "t1", "Payout-Reference": "t2" }, "t1 t2 |"],
    [{ anything: { transactionId: "t1" } }, "t1 |"],
    [{ customer: { transactionId: "t1" } }, "t1 |"],
    [{ transactionId: "" }, "|"],
    [{ transactionId: null }, "|"],
    [{ transactionId: true }, "|"],
    [{ requestId: "r1", traceId: "t1", customerId: "c1" }, "|"],
    [null, "|"],
    ["[]", "|"],
  ])("%j names %s", (body, found) => {
    expect(named(body)).toBe(found);
  });

  it("is read to a length of 256 and to a depth of twelve", () => {
    expect(named({ transactionId: "t".repeat(300) })).toBe(`${"t".repeat(256)} |`);
    expect(named({ transactionId: inside(13, "t1") })).toBe("t1 |");
    expect(named({ transactionId: inside(14, "t1") })).toBe("|");
  });
});

describe("an id that says so only inside of a transfer", () => {
  it.each([
    [{ data: { id: "t1" } }, "t1 |"],
    [{ payout: { uuid: "t1", ref: "t2" } }, "t1 t2 |"],
    [{ id: "t1", depositAddress: evm }, `t1 | ${evm}`],
    [{ id: "t1", status: "processing" }, "t1 |"],
    [{ id: "t1", transferState: "completed" }, "t1 |"],
    [{ id: "t1", status: "failed" }, "|"],
    [{ id: "t1", status: "error" }, "|"],
    [{ id: "t1", status: "quantum" }, "|"],
    [{ id: "t1", status: 422 }, "|"],
    [{ id: "t1", status: null }, "|"],
    [{ id: "t1", orderStatus: "processing" }, "|"],
    [{ id: "t1", statusText: "processing" }, "|"],
    [{ id: "t1" }, "|"],
    [{ reference: "r1", message: "No" }, "|"],
    [{ anything: { id: "t1" } }, "|"],
    [{ anything: { id: "t1", status: "processing" } }, "t1 |"],
    [{ error: { id: "e1" } }, "|"],
    [{ details: { id: "e1" } }, "|"],
    [{ errors: [{ id: "e1", status: "processing" }] }, "|"],
    [{ customer: { id: "c1", status: "processing" } }, "|"],
    [{ customer: { data: { id: "c1" } } }, "|"],
    [{ data: { customer: { id: "c1" }, id: "t1" } }, "t1 |"],
  ])("%j names %s", (body, found) => {
    expect(named(body)).toBe(found);
  });
});

describe("an address", () => {
  it.each([
    [{ address: evm }, `| ${evm}`],
    [{ wallet: evm }, `| ${evm}`],
    [{ addresses: [evm, "T1", evm] }, `| ${evm} T1`],
    [{ address: { evm, tron: "T1" } }, `| ${evm} T1`],
    [{ deposit_wallet: evm }, `| ${evm}`],
    [{ wallet: { address: evm, network: "base" } }, `| ${evm}`],
    [{ deposit: { toAddress: evm } }, `| ${evm}`],
    [{ recipient: { depositAddress: evm } }, `| ${evm}`],
    [{ recipient: { address: "12 Marina Road" } }, "|"],
    [{ billing: { wallet: "x" } }, "|"],
    [{ bank: { branch: { address: "12 Marina Road" } } }, "|"],
    [{ data: { account: { address: "12 Marina Road" }, address: evm } }, `| ${evm}`],
    [{ emailAddress: "a@x.example", ipAddress: "10.0.0.1" }, "|"],
  ])("%j names %s", (body, found) => {
    expect(named(body)).toBe(found);
  });
});

describe("a field that is complained of", () => {
  it.each([
    [{ errors: { transactionId: "missing" } }, "|"],
    [{ errors: { transactionId: "must have 12 characters" } }, "|"],
    [{ errors: { transactionId: "txn_1" } }, "txn_1 |"],
    [{ errors: { fields: { address: ["is required"] } } }, "|"],
    [{ errors: { inner: { transactionId: "missing" } } }, "|"],
    [{ violations: [{ address: evm }] }, `| ${evm}`],
    [{ notes: { transactionId: "missing" } }, "missing |"],
  ])("%j names %s", (body, found) => {
    expect(named(body)).toBe(found);
  });
});

describe("a text that is no JSON and no form", () => {
  it.each([
    ['{"transactionId":"txn_1","depositAddress":"0xabc1","add', "txn_1 | 0xabc1"],
    ["Already created, transaction_id: txn_1 for you", "txn_1 |"],
    ["<Transaction-ID>txn_1</Transaction-ID> <id>5</id>", "txn_1 |"],
    ["transferId = 'tr-1', transferId = 'tr-1' again", "tr-1 |"],
    ["Address: 12 Marina Road", "|"],
    [`Address: ${"a".repeat(20)} is yours`, `| ${"a".repeat(20)}`],
    [`Address: ${"a".repeat(19)} is yours`, "|"],
    [`Reference-Hash: ${"a".repeat(20)} is ours`, "|"],
    ["Deposit-Address: 0xabc1 is yours", "| 0xabc1"],
    ["No such bank, requestId: r1", "|"],
    ["id: t1, status: processing", "|"],
  ])("%j names %s", (text, found) => {
    expect(named(text)).toBe(found);
  });

  it("is also searched where a body has too many fields to be read", () => {
    const filler = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`f${at}`, 1]));
    expect(named({ transactionId: "t1", ...filler })).toBe("t1 |");
    expect(named({ ...filler, customer: { address: evm } })).toBe(`| ${evm}`);
  });
});
