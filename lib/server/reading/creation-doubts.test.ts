import { describe, expect, it } from "vitest";
import type { Amount } from "#lib/money/money";
import { readInitiate } from "#lib/server/service/initiate-outcome";
import { askedFor100 } from "#lib/testing/ledger/asked";
import { doubtsOf, type Question } from "./creation-doubts";
import { memoIn } from "./memo-in";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const question: Question = {
  ...askedFor100,
  ...{ transactionId: "txn_1", address, network: "base", networkName: "Base", chainId: 8453, isEvm: true },
  ...{ contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, currency: "NGN" },
  ...{ canCarryMemo: false, accountNumber: "0123456789", bankCode: "000013" },
};
const yes = { success: true, transactionId: "txn_1", address };
const codes = (answer: object, of = question) =>
  doubtsOf(JSON.stringify({ ...yes, ...answer }), of)
    .map(({ code }) => code)
    .join();

/** What a service may say beside a yes, and what contradicts it. */
const answers: [object, string][] = [
  [{}, ""],
  [{ message: "Transfer initiated", createdAt: "2026-01-01", expiresIn: 1800 }, ""],
  [{ status: "pending" }, ""],
  [{ data: { status: "AWAITING_DEPOSIT", id: "rec_1", reference: "SW-1" } }, ""],
  [{ status: "success", statusCode: 200 }, ""],
  [
    { amount: 100, fromCurrency: "USDC", network: "base", toCurrency: "NGN", accountNumber: "0123456789" },
    "",
  ],
  [{ amount: "100.000000", network: "Base Mainnet", token: "usdc", chainId: 8453 }, ""],
  [{ amount: 99.5, chain: "eip155:8453", asset: "base:usdc" }, ""],
  [{ amount: 153072.79, currency: "NGN" }, ""],
  [
    { amount: "100000000", token: { symbol: "USDC", address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" } },
    "",
  ],
  [{ transaction_id: " TXN_1 ", depositAddress: address.toLowerCase() }, ""],
  [{ recipient: { accountNumber: "******6789", name: "Ada" }, error: null, errors: [], memo: null }, ""],
  [{ paymentUri: `ethereum:${address}@8453`, bankCode: "058" }, ""],
  [{ deposit: { address, amount: 100, network: "base", currency: "USDC" }, quote: { rate: 1538.42 } }, ""],
  [{ source: { currency: "usdc", payment_rail: "base", bank: { accountNumber: "9999999999" } } }, ""],
  [{ quote: { amount: 100, currency: "USD" }, source: { currency: "usd" } }, ""],
  [{ networks: ["base", "polygon"], paymentRail: "nip", crypto: "USDC", outputAmount: 153072.79 }, ""],
  [{ amount: "100 USDC", payoutAmount: 15307279, receiveAmount: 100, exchangeRate: "0.00065002" }, ""],
  [{ qrCode: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}` }, ""],
  [{ instructions: `Send USDC on Base to ${address}.`, refundAddress: other }, ""],
  [{ depositAddress: other }, "address"],
  [
    { paymentUri: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${other}` },
    "address",
  ],
  [{ qr: other }, "address"],
  [{ data: { instructions: `Send to ${other}` } }, "address"],
  [{ destination: other }, "address"],
  [{ paymentUri: `ethereum:${address}@137` }, "network"],
  [{ deposit: { network: "polygon" } }, "network"],
  [{ source: { payment_rail: "polygon", currency: "usdc" } }, "network"],
  [{ source_deposit_instructions: { to_address: address, deposit_rail: "tron" } }, "network"],
  [{ depositNetwork: "polygon" }, "network"],
  [{ sourceChain: "solana" }, "network"],
  [{ network: ["polygon"] }, "network"],
  [{ network: { slug: "polygon" } }, "network"],
  [{ payin: { token: "USDT" } }, "token"],
  [{ source: { currency: "USDT" } }, "token"],
  [{ stablecoin: "USDT" }, "token"],
  [{ tokenAddress: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2" }, "token"],
  [{ deposit: { amount: 60 } }, "amount"],
  [{ amount: "60 USDC" }, "amount"],
  [{ amount: "60,00" }, "amount"],
  [{ amount: { value: 60, currency: "USDC" } }, "amount"],
  [{ rate: 15.38 }, "payout"],
  [{ quote: { rate: 1538.42, output_amount: 1530.73 } }, "payout"],
  [{ data: { payoutAmount: "91843.67" } }, "payout"],
  [{ account: { number: "9999999999" } }, "account"],
  [{ bank: { code: "000014" } }, "account"],
  [{ data: { wallet_address: other } }, "address"],
  [{ addresses: { evm: address, tron: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" } }, "address"],
  [{ data: { transactionId: "txn_2" } }, "id"],
  [{ transfer_id: "t_9" }, "id"],
  [{ status: "failed" }, "status"],
  [{ data: { status: "expired" } }, "status"],
  [{ status: "completed" }, "status"],
  [{ status: "on_ice" }, "status"],
  [{ state: "in_review" }, "status"],
  [{ transfer: { status: { code: "failed" } } }, "status"],
  [{ failed: true }, "status"],
  [{ error: "Insufficient liquidity" }, "error"],
  [{ errors: [{ message: "Account closed" }] }, "error"],
  [{ data: { success: false } }, "error"],
  [{ errorCode: "E42", status: "failed" }, "error,status"],
  [{ network: "polygon" }, "network"],
  [{ chain: { name: "Tron", id: "tron" } }, "network"],
  [{ chainId: 1, network: "ethereum" }, "network"],
  [{ asset: "polygon:usdc" }, "network"],
  [{ fromCurrency: "USDT" }, "token"],
  [{ token: "USDC.e" }, "token"],
  [{ data: { currency: "USDT" } }, "token"],
  [{ toCurrency: "GHS" }, "currency"],
  [{ amount: 10 }, "amount"],
  [{ data: { cryptoAmount: "1000" } }, "amount"],
  [{ amount: 60, currency: "USDC" }, "amount"],
  [{ accountNumber: "9999999999" }, "account"],
  [{ recipient: { account_number: "******9999" } }, "account"],
  [{ bank: { bankCode: "000014" } }, "account"],
  [{ memo: "12345" }, "memo"],
  [{ memo: "1", data: { destinationTag: 2 } }, "memo"],
  [
    {
      address: other,
      data: { address },
      transactionId: "txn_1",
      status: "failed",
      network: "tron",
      amount: 1,
    },
    "address,status,network,amount",
  ],
];

describe("the answer to a creation", () => {
  it.each(answers)("that says %j is accepted, and doubted for: %s", (answer, doubts) => {
    const text = JSON.stringify({ ...yes, ...answer });
    expect(readInitiate({ status: 200, headers: {}, text }).kind).toBe("accepted");
    expect(codes(answer)).toBe(doubts);
  });

  it("is told of in whole sentences, without markup or control characters", () => {
    const [doubt] = doubtsOf(JSON.stringify({ ...yes, error: "No\u202e\nmoney" }), question);
    expect(doubt?.text).toBe("The answer says yes, and also tells of an error: No money.");
    for (const [answer] of answers)
      for (const { text } of doubtsOf(JSON.stringify({ ...yes, ...answer }), question))
        expect(text).toMatch(/^(?:The|We) .+\.$/);
  });

  it("may ask for a memo that its network can carry: it is kept, and no doubt", () => {
    const stellar = {
      ...question,
      network: "stellar",
      networkName: "Stellar",
      isEvm: false,
      canCarryMemo: true,
    };
    for (const memo of [
      ...[{ memo: "12345" }, { tag: 12345 }, { destination_tag: "12345" }, { data: { memoText: "12345" } }],
      ...[{ deposit: { address, memo: "12345" } }, { memo: { type: "text", value: "12345" } }],
    ]) {
      expect(codes({ ...memo, network: "stellar" }, stellar)).toBe("");
      expect([memo, memoIn(JSON.stringify({ ...yes, ...memo }))]).toEqual([memo, "12345"]);
    }
    expect(memoIn(JSON.stringify({ memo: "1", data: { tag: "2" } }))).toBeNull();
    expect(memoIn(JSON.stringify({ memo: "", tags: ["a"] }))).toBeNull();
  });

  it("without a quote is doubted for no fee", () => {
    const unquoted = { ...question, outputs: [], rate: null, fee: null };
    expect(codes({ amount: 99.5 as unknown as Amount }, unquoted)).toBe("amount");
  });
});

describe("a no with an ID of its own", () => {
  it.each([{ id: "t1" }, { _id: "t1" }, { reference: "t1" }, { uuid: "t1" }, { id: 12 }])(
    "is unknown with 200: %j",
    (named) => {
      const text = JSON.stringify({ success: false, message: "Busy", ...named });
      for (const status of [200, 201, 202])
        expect(readInitiate({ status, headers: {}, text })).toMatchObject({
          kind: "unknown",
          transactionId: `${Object.values(named)[0]}`,
        });
      expect(readInitiate({ status: 422, headers: {}, text }).kind).toBe("rejected");
    },
  );

  it.each([{ requestId: "r1" }, { error: { id: "e1" } }, { traceId: "t" }, {}])(
    "is a request's or an error's, and the no stands: %j",
    (named) => {
      const text = JSON.stringify({ success: false, message: "Busy", ...named });
      expect(readInitiate({ status: 200, headers: {}, text }).kind).toBe("rejected");
    },
  );
});
