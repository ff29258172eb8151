import { describe, expect, it } from "vitest";
import { askedFor100, storedBody } from "#lib/testing/ledger/asked";
import { readClaim } from "./callback-body";
import { isToldElsewhere } from "./other-than-asked";

const read = async (said: object) =>
  readClaim(storedBody(JSON.stringify({ transactionId: "txn_1", ...said })), askedFor100);

const paid = { status: "completed" };

describe("a callback that tells of something else than was asked for is no payment", () => {
  it.each<[object, string]>([
    [{ ...paid, accountNumber: "9999999999" }, "completed / another account"],
    [{ ...paid, recipient: { accountNumber: "******9999" } }, "completed / another account"],
    [{ data: { ...paid, bankAccount: { number: "9999999999" } } }, "completed / another account"],
    [{ ...paid, network: "polygon" }, "completed / another network"],
    [{ ...paid, source: { chain: "Tron", amount: 100 } }, "completed / another network"],
    [{ ...paid, asset: "polygon:usdc" }, "completed / another network"],
    [{ ...paid, fromCurrency: "USDT" }, "completed / another token"],
    [{ ...paid, amount_received: 100, currency: "USDT" }, "completed / another token"],
    [
      { status: "deposit_received", deposit: { token: "USDT", amount: 100 } },
      "deposit_received / another token",
    ],
    [{ ...paid, toCurrency: "KES" }, "completed / another currency"],
    [{ status: "awaiting_deposit", network: "solana" }, "awaiting_deposit / another network"],
  ])("%j", async (said, word) => {
    expect(await read(said)).toMatchObject({ word });
  });

  it.each([
    { ...paid, accountNumber: "0123456789", bankCode: "044", network: "Base Mainnet", currency: "NGN" },
    { ...paid, sender: { accountNumber: "9999999999" }, source: { account: { number: "9999999999" } } },
    { ...paid, recipient: { account_number: "******6789" }, chain: "eip155:8453", token: "usdc" },
    { ...paid, network: "MTN", fee: { currency: "USDT", amount: 1 }, asset: "base:usdc" },
    { ...paid, destination: { currency: "ngn", payment_rail: "nip" }, toCurrency: "NGN" },
    { status: "failed", accountNumber: "9999999999" },
  ])("and of the same it is: %j", async (said) => {
    const { word, unread } = await read(said);
    expect([word, unread]).toEqual([said.status, undefined]);
  });
});

describe("an address that waits doesn't wait beside a deposit", () => {
  it.each([
    ...[{ depositTxHash: "0xab12" }, { received: "60" }, { amountRemaining: 40 }],
    ...[{ deposit: { txHash: "0xab12" } }, { deposited: 100 }],
  ])("%j", async (said) => {
    const { word } = await read({ status: "awaiting_deposit", ...said });
    expect(word).toBe("awaiting_deposit / a deposit");
  });

  it.each([
    ...[{ depositTxHash: null }, { depositTxHash: "" }, { received: "0" }, { received: false }],
    ...[{ amountRemaining: 100 }, { amountRemaining: 0 }, { amountDue: 100 }, { refundTxHash: null }],
  ])("and waits beside %j", async (said) => {
    expect((await read({ status: "awaiting_deposit", ...said })).word).toBe("awaiting_deposit");
  });
});

describe("a good word beside another sum counts, and is told", () => {
  it.each([
    ...[
      { amount: 60 },
      { amount: "10", currency: "USDC" },
      { deposit: { amount: 60 } },
      { depositAmount: 60 },
    ],
    ...[{ outputAmount: 1530.73 }, { payoutAmount: "91843.67" }, { source: { amount: "60 USDC" } }],
  ])("%j", async (said) => {
    expect(await read({ ...paid, ...said })).toMatchObject({ word: "completed", unread: "unreadable" });
  });

  it.each([
    ...[{ amount: 100 }, { amount: 99.5 }, { amount: 10000 }, { amount: "100000000" }, { amount: 100.5 }],
    ...[{ amount: 153072.79 }, { amount: 15307279 }, { outputAmount: 152303.58 }, { amount: "₦150,000" }],
    ...[{ fee: { amount: 15 } }, { amount: 60, amountReceived: 100 }, { amount: 97, payoutAmount: 149000 }],
  ])("but not beside the transfer's, in whatever unit: %j", async (said) => {
    expect((await read({ ...paid, ...said })).unread).toBeUndefined();
  });

  it.each(["underpaid", "overpaid", "refunded", "failed"])("nor beside %s, which says so", async (status) => {
    expect((await read({ status, amount: 60 })).unread).toBeUndefined();
  });
});

describe("a payment that was taken back says so beside its word", () => {
  it.each<[object, string]>([
    [{ refundTxHash: "0xab" }, "completed / refund txhash"],
    [{ refund: { amount: "100", txHash: "0xaa" } }, "completed / refund"],
    [{ reversal: { status: "completed" } }, "completed / reversal"],
    [{ dispute: { status: "open" } }, "completed / dispute"],
    [{ chargebackAmount: "100" }, "completed / chargeback amount"],
    [{ bankStatus: "rejected" }, "completed / rejected"],
    [{ bank: { status: "rejected" } }, "completed / bank rejected"],
    [{ beneficiary: { status: "failed" } }, "completed / beneficiary failed"],
  ])("%j", async (said, word) => {
    expect(await read({ ...paid, ...said })).toMatchObject({ word });
  });

  it.each([
    ...[{ refundTxHash: null }, { refund: null }, { refund: {} }, { refund: { amount: 0, txHash: null } }],
    ...[{ refundAddress: "0xab" }, { refund: { address: "0xab" } }, { dispute: { status: "none" } }],
    ...[{ bank: { status: "active" } }, { recipient: { status: "verified" } }, { chargebackAmount: "0.00" }],
  ])("and is not said by %j", async (said) => {
    expect((await read({ ...paid, ...said })).word).toBe("completed");
  });
});

const own = "0x52908400098527886E0F7030069857D2E4169EE7";
const other = "0xde709f2102306220921060314715629080e2fb77";
const solana = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV";

const readAddress = async (body: string) => (await readClaim(storedBody(body), askedFor100)).address;
const told = (said: object) =>
  readAddress(JSON.stringify({ transactionId: "txn_1", status: "pending", ...said }));

describe("the deposit address that an update names", () => {
  it.each<[object]>([
    [{ depositAddress: other }],
    [{ deposit_address: ` ${other} ` }],
    [{ data: { "deposit-address": other } }],
    [{ payInAddress: other }],
    [{ fundingAddress: other }],
    [{ depositWalletAddress: other }],
    [{ deposit: { address: other } }],
    [{ deposit: { toAddress: other, fromAddress: own } }],
    [{ depositInstructions: { address: other, network: "base" } }],
    [{ transfer: { deposit: { depositAddress: other } } }],
    [{ depositAddress: `ethereum:${other}@8453/transfer` }],
    [{ depositAddresses: [other] }],
  ])("%j", async (said) => expect(await told(said)).toBe(other));

  it.each<[object]>([
    // The sender's, the recipient's, or of a fee or a refund.
    [{ fromAddress: other }],
    [{ sender: { depositAddress: other } }],
    [{ recipient: { address: other } }],
    [{ deposit: { fromAddress: other } }],
    [{ source: { address: other } }],
    // People have addresses, and services wallets.
    [{ address: "12 Marina Road, Lagos" }],
    [{ walletAddress: other }],
    [{ fee: { address: other } }],
    [{ refund: { depositAddress: other } }],
    // No address.
    [{ depositAddress: null }],
    [{ depositAddress: "pending" }],
    [{ depositAddress: "not-yet-given-to-anybody-at-all" }],
    [{ depositAddress: "" }],
  ])("isn't in %j", async (said) => expect(await told(said)).toBeUndefined());

  it("is in a form and in a query's words too", async () => {
    expect(await readAddress(`status=pending&deposit_address=${other}`)).toBe(other);
  });

  it("keeps two, and no more however many are named", async () => {
    const many = Array.from({ length: 50 }, (_, at) => `0x${`${at}`.padStart(40, "0")}`);
    expect((await told({ depositAddresses: many }))?.split(" ")).toHaveLength(2);
  });

  it("differs from the transfer's own whatever its letter case and form, and from none where none is known", () => {
    expect(isToldElsewhere(own.toLowerCase(), own)).toBe(false);
    expect(isToldElsewhere(own, own.toLowerCase())).toBe(false);
    expect(isToldElsewhere(own, own.replace("0x", "0X"))).toBe(false);
    expect(isToldElsewhere(other, own)).toBe(true);
    expect(isToldElsewhere(`${own} ${other}`, own)).toBe(true);
    expect(isToldElsewhere(solana, solana)).toBe(false);
    expect(isToldElsewhere(solana.toLowerCase(), solana)).toBe(true);
    expect(isToldElsewhere(other, null)).toBe(false);
    expect(isToldElsewhere(null, own)).toBe(false);
  });
});
