import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenInitiate, readInitiate } from "./initiate-outcome";
import { TransportError } from "./offramp-http";

const address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
/** Every way to say no, with the flag that each may carry. */
const refusals = [200, 201, 400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431];
const refusal = fc.constantFrom(...refusals);
const wrappers = fc.array(fc.constantFrom("data", "payload", "transfer", "error", "result", "anything"), {
  maxLength: 5,
});
const wrap = (names: string[], inner: object) =>
  names.reduceRight<object>((body, name, at) => ({ [name]: at % 2 === 0 ? body : [body] }), inner);
const answer = (status: number, body: object) =>
  readInitiate({
    status,
    headers: {},
    text: JSON.stringify({ success: false, message: "The service is busy.", ...body }),
  });
const evidence = fc.constantFrom(
  { transactionId: "txn_1" },
  { transaction_id: "txn_1" },
  { transferId: 12 },
  { depositAddress: address },
  { address },
  { wallet_address: address, amount: 5 },
  { transfer: { id: "txn_1" } },
  { data: { reference: "SW-1" } },
);

it("is unknown where a no names a transfer, in whatever wrapper, and keeps what it names", () => {
  fc.assert(
    fc.property(refusal, wrappers, evidence, (status, names, named) => {
      const outcome = answer(status, wrap(names, named));
      expect(outcome).toMatchObject({ kind: "unknown", message: expect.stringContaining("busy") });
      expect("transactionId" in outcome || "address" in outcome).toBe(true);
    }),
    { numRuns: 400 },
  );
});

it("is rejected where a no repeats our request, or an error has an id of its own", () => {
  const echo = {
    amount: 1250.5,
    fromCurrency: "USDC",
    network: "base",
    bankCode: "000013",
    toCurrency: "NGN",
    accountNumber: "0123456789",
    accountName: "Address Transaction",
    callbackUrl: "https://pay.example/api/callbacks/x",
    requestId: "r-1",
    traceId: "t-1",
    correlationId: "c-1",
    timestamp: "2026-01-01T00:00:00Z",
    path: "/api/v1/transfers/initiate",
    errors: { address: ["is required"] },
  };
  const fields = fc.subarray(Object.entries(echo)).map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(refusal, wrappers, fields, (status, names, repeated) => {
      const own = status > 299 ? { id: "req_1" } : {};
      expect(answer(status, { ...wrap(names, repeated), ...own })).toMatchObject({ kind: "rejected" });
    }),
    { numRuns: 400 },
  );
});

it("keeps what another unclear answer names", () => {
  const outcome = answer(502, { data: { transactionId: "txn_1", depositAddress: address } });
  expect(outcome).toMatchObject({ kind: "unknown", transactionId: "txn_1", address });
});

const read = (status: number, raw: string) => readInitiate({ status, headers: {}, text: raw });

describe("a plain yes", () => {
  const yes = JSON.stringify({ success: true, transactionId: "txn_1", address, eta: "soon" });

  it.each([200, 201, 202, 299])("with %i is accepted, with what the service named", (status) => {
    expect(read(status, yes)).toEqual({ kind: "accepted", transactionId: "txn_1", address, raw: yes });
  });

  it.each([199, 300, 302, 409, 500])("with %i is no yes, but evidence", (status) => {
    expect(read(status, yes)).toEqual({
      kind: "unknown",
      message: `The service answered with HTTP ${status}.`,
      raw: yes,
      transactionId: "txn_1",
      address,
    });
  });
});

describe("a plain no", () => {
  it.each(refusals)("with %i is rejected in the service's own words", (status) => {
    const raw = '{"success":false,"message":"No such bank"}';
    expect(read(status, raw)).toMatchObject({
      kind: "rejected",
      message: "No such bank",
      raw,
      wasSent: true,
    });
  });

  it.each([
    [200, '{"success":false}', "The service refused without a reason."],
    [422, '{"success":false}', "HTTP 422"],
    [400, "", "HTTP 400"],
    [422, "<html>Forbidden</html>", "HTTP 422"],
  ])("with %i and %j is rejected without its words", (status, raw, message) => {
    expect(read(status, raw)).toMatchObject({ kind: "rejected", message, raw, wasSent: true });
  });

  it.each([
    ['{"transactionId":"txn_1"}', "the transaction ID txn_1", { transactionId: "txn_1" }],
    [`{"address":"${address}"}`, `the address ${address}`, { address }],
    [
      `{"transactionId":"txn_1","address":"${address}"}`,
      `the transaction ID txn_1 and the address ${address}`,
      { transactionId: "txn_1", address },
    ],
  ])("that names %s may have created it", (raw, what, named) => {
    const message = `The service refused, but its answer names ${what}. It said: HTTP 400`;
    expect(read(400, raw)).toEqual({ kind: "unknown", message, raw, ...named });
  });
});

describe("a no whose words name an address", () => {
  it.each([
    `Already created: send to ${address}`,
    `A transfer exists (address: ${address}).`,
    "Deposit to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t first",
    "Its address is 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  ])("may have created it: %s", (message) => {
    const [named] = /0x\w{40}|T\w{33}|7x\w{42}/.exec(message) ?? [];
    expect(answer(400, { message })).toMatchObject({ kind: "unknown", address: named });
  });

  it.each([`The asset ${address} is unknown`, "Send it to https://help.example", "Go to step 0x1"])(
    "is a no where it names another thing: %s",
    (message) => {
      expect(answer(400, { message })).toMatchObject({ kind: "rejected" });
    },
  );
});

describe("whatever else is answered", () => {
  it.each([
    "{}",
    "",
    "OK",
    "null",
    "[]",
    '"success"',
    '{"success":"false"}',
    '{"success":null}',
    '{"success":0}',
    '{"success":true}',
    '[{"success":false}]',
    '{"__proto__":{"success":false}}',
    '{"message":"Created"}',
    '{"success":false',
  ])("with 200 and %j is unknown", (raw) => {
    const message = "The service's answer does not say whether the transfer was created.";
    expect(read(200, raw)).toEqual({ kind: "unknown", message, raw });
  });

  it.each([
    100, 199, 300, 301, 302, 304, 402, 407, 408, 409, 410, 421, 423, 425, 451, 499, 500, 502, 503, 504,
  ])("with %i is unknown, even if it says no", (status) => {
    const message = `The service answered with HTTP ${status}.`;
    expect(read(status, '{"success":false}')).toEqual({
      kind: "unknown",
      message,
      raw: '{"success":false}',
    });
    expect(read(status, '{"success":false,"message":"Busy"}')).toMatchObject({
      kind: "unknown",
      message: "Busy",
    });
  });
});

describe("no whole answer", () => {
  const refused = "The service could not be reached. Nothing was sent to it.";

  it("is rejected where nothing was sent", () => {
    for (const reason of ["unreachable", "timeout"] as const)
      expect(brokenInitiate(new TransportError(reason, false, ""))).toMatchObject({
        kind: "rejected",
        message: refused,
        raw: null,
        wasSent: false,
      });
  });

  it.each([
    ["unreachable", "The connection broke before the service's answer was complete."],
    ["timeout", "The service did not answer in time."],
    ["too_large", "The service's answer was too large."],
    ["encoded", "The service's answer was compressed, which the dashboard doesn't accept."],
  ] as const)("is unknown where something may have been sent: %s", (reason, message) => {
    expect(brokenInitiate(new TransportError(reason, true, ""))).toEqual({
      kind: "unknown",
      message,
      raw: null,
    });
  });

  it("keeps the part that came, and what it names", () => {
    const raw = `{"success":true,"transactionId":"txn_1","address":"${address}","eta`;
    expect(brokenInitiate(new TransportError("timeout", true, raw))).toEqual({
      kind: "unknown",
      message: "The service did not answer in time.",
      raw,
      transactionId: "txn_1",
      address,
    });
  });

  it("is unknown for an error that nobody foresaw", () => {
    for (const error of [new TypeError("x"), "x", undefined])
      expect(brokenInitiate(error)).toEqual({
        kind: "unknown",
        message: "The connection broke before the service's answer was complete.",
        raw: null,
      });
  });
});
