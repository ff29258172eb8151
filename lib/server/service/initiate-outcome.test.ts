import fc from "fast-check";
import { expect, it } from "vitest";
import { readInitiate } from "./initiate-outcome";

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

it("is rejected where a no repeats our request, or has an id of its own", () => {
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
      expect(answer(status, { ...wrap(names, repeated), id: "req_1" })).toMatchObject({ kind: "rejected" });
    }),
    { numRuns: 400 },
  );
});

it("keeps what another unclear answer names", () => {
  const outcome = answer(502, { data: { transactionId: "txn_1", depositAddress: address } });
  expect(outcome).toMatchObject({ kind: "unknown", transactionId: "txn_1", address });
});
