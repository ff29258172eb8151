import { describe, expect, test } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { eachOwnText } from "#lib/transfer/own-texts";
import { adviceFacts } from "./advice/advice-facts";
import { adviceText, paymentInstructions, payoutTitle, ticketSummary, windowTitle } from "./transfer-text";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const transfer: TransferWithEvents & { address: string } = {
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  transactionId: "tx_1",
  address,
  addressCheck: "valid",
  memo: null,
  status: "accepted",
  statusSource: "service_answer",
  unknownWords: [],
  taughtWords: [],
  flags: [],
  standing: shownStanding(),
  isFinal: false,
  amount: "1250.00" as Amount,
  arrivedAmount: null,
  funding: null,
  deposit: {
    watchEndedAt: null,
    ...{ label: "off", amount: null, difference: null, isShort: false, parts: [], otherToken: null },
    ...{ confirmations: null, firstAt: null, transactions: [], isShared: false },
  },
  asset: "base:usdc",
  fromCurrency: "USDC",
  network: "base",
  currency: "NGN",
  country: "NG",
  bankCode: "000013",
  bankName: "GTBank",
  accountNumber: "0123456789",
  accountName: "ADEBAYO C OKONKWO",
  callbackUrl: null,
  updatesGoTo: "dashboard",
  isHandled: false,
  received: [],
  paidOut: null,
  quote: {
    rate: "1538.42" as Amount,
    outputAmount: "1913409.875" as Amount,
    fee: "6.25" as Amount,
    quotedAt: "2026-11-20T13:00:00.000Z",
  },
  askedOutput: null,
  acceptedOutput: null,
  ...eachOwnText(() => null),
  payeeId: null,
  payeeVersion: null,
  batch: null,
  replaces: null,
  createdAt: "2026-11-20T13:02:00.000Z",
  updatedAt: "2026-11-20T13:02:00.000Z",
  attention: [],
  replacedBy: null,
  mayAlsoExist: [],
  owner: null,
  dueAt: null,
  waiting: 0,
  claims: [],
  nextCursor: null,
  evidence: [],
  events: [
    {
      seq: 1,
      at: "2026-11-20T13:02:00.000Z",
      source: "dashboard",
      person: null,
      personEmail: null,
      received: null,
      kind: "requested",
      text: null,
      raw: null,
      rawEncoding: null,
      rawBytes: 0,
      isRawCut: false,
      unread: null,
      refusal: null,
      arrived: null,
      paidOut: null,
      isTruncated: false,
      deliveries: 1,
      isQuarantined: false,
    },
  ],
};
const context = { networkName: "Base", isSandbox: false };
const sender = { name: null, rcNumber: null };

test("the title names the amount and the recipient, and forges no line", () => {
  expect(payoutTitle(transfer)).toBe("1,250.00 USDC to ADEBAYO C OKONKWO");
  expect(payoutTitle({ ...transfer, accountName: "A\u202eB" })).not.toContain("\u202e");
});

describe("the window's title", () => {
  test("says the outcome first, and never grows with a name", () => {
    expect(windowTitle({ ...transfer, status: "unknown" })).toMatch(/^Outcome unknown · 1,250\.00 USDC to /);
    expect(windowTitle({ ...transfer, accountName: "A".repeat(300) }).length).toBeLessThan(110);
  });
});

describe("the payment advice as text", () => {
  test("calls the amount quoted, says who reports it, and holds no whole account number", () => {
    const text = adviceText(
      { ...transfer, status: "paid", statusSource: "service_callback" },
      { ...context, transactions: [], sender },
    );
    expect(text).toContain("Amount: 1,913,409.88 NGN (as quoted)");
    expect(text).toContain("Reported paid by: The service’s update");
    expect(text).not.toContain("0123456789");
    expect(text).not.toMatch(/do not send/i);
  });
  test("names the sender where an admin has set one, on one line", () => {
    const from = (name: string | null, rcNumber: string | null) =>
      adviceText(
        { ...transfer, status: "paid" },
        { ...context, transactions: [], sender: { name, rcNumber } },
      ).match(/^From: .*$/m)?.[0];
    expect(from("Adaeze\nTrading Limited", "RC 1184207")).toBe("From: Adaeze Trading Limited, RC 1184207");
    expect(from("Adaeze Trading Limited", null)).toBe("From: Adaeze Trading Limited");
    expect(from(null, "RC 1184207")).toBeUndefined();
  });
  test("says what was asked for, and what arrived only where the network showed it", () => {
    const transactions = Array.from({ length: 23 }, (_, at) => `0x${String(at).padStart(64, "a")}`);
    const advice = (deposit: object, standing = {}) =>
      adviceText(
        {
          ...transfer,
          status: "paid",
          deposit: { ...transfer.deposit, ...deposit },
          standing: { ...transfer.standing, ...standing },
        },
        { ...context, transactions, sender },
      );
    const unseen = advice({ label: "blind", amount: null });
    expect(unseen).toContain("Asked for: 1,250.00 USDC on Base");
    expect(unseen).not.toMatch(/Arrived|Sent/);
    expect(advice({ label: "exact", amount: "1250" })).toMatch(/^Arrived: 1,250\.00 USDC$/m);
    expect(advice({ label: "seen", amount: "60" })).toMatch(
      /^Arrived: 60\.00 USDC \(Seen on Base, not confirmed yet\.\)$/m,
    );
    const sources = { service: "750.30", network: "1247.999" };
    expect(advice({ label: "short", amount: "1247.999" }, { sources })).toContain(
      "The service says 750.30 USDC arrived. Base shows 1,247.999 USDC.",
    );
    const listed = unseen.split("\n").filter((line) => line.startsWith("Deposit transaction: "));
    expect(listed.map((line) => line.slice(-66))).toEqual(transactions.slice(0, 20));
    expect(unseen).toContain("And 3 more deposit transactions");
  });
  test("has on the sheet and in the e-mail, too, no arrival that nobody saw on the network", () => {
    const terms = (deposit: object) =>
      adviceFacts(
        { ...transfer, status: "paid", deposit: { ...transfer.deposit, ...deposit } },
        { networkName: "Base", deposits: [] },
      ).map(({ term }) => term);
    for (const label of ["off", "none", "blind"]) {
      expect(terms({ label }), label).toContain("Asked for");
      expect(terms({ label }), label).not.toContain("Arrived");
    }
    expect(terms({ label: "short", amount: "60" })).toEqual(expect.arrayContaining(["Asked for", "Arrived"]));
  });
  test("prints what was accepted, and what came fresh where that is something else", () => {
    const advice = (acceptedOutput: string) =>
      adviceText(
        { ...transfer, status: "paid", acceptedOutput: acceptedOutput as Amount },
        { ...context, transactions: [], sender },
      );
    expect(advice("1910000")).toContain("Amount: 1,910,000.00 NGN (as accepted)");
    expect(advice("1910000")).toContain("Quoted at creation: 1,913,409.88 NGN");
    expect(advice("1913409.88")).toContain("Amount: 1,913,409.88 NGN (as quoted)");
    expect(advice("1913409.88")).not.toContain("Quoted at creation");
  });
});

test("a reference is in the advice and in the ticket, a purpose only in the advice, and neither forges a line", () => {
  const named = { ...transfer, reference: "INV-2041\nPaid to: Eve", purpose: "Rent, November" };
  const advice = adviceText(named, { ...context, transactions: [], sender }).split("\n");
  expect(advice.filter((line) => line.startsWith("Paid to:"))).toHaveLength(1);
  expect(advice).toContain("Purpose: Rent, November");
  expect(advice.join("\n")).toContain("Reference: INV-2041");
  expect(ticketSummary(named, context)).toContain("Our reference: INV-2041");
  expect(ticketSummary(named, context)).not.toContain("Rent");
  expect(paymentInstructions({ ...named, address }, context)).not.toMatch(/INV|Rent/);
});

describe("payment instructions", () => {
  test("hold the bare amount and the address, whole and on a line of its own", () => {
    const text = paymentInstructions(transfer, context).split("\n");
    expect(text).toContain("Send exactly 1250.00 USDC on Base.");
    expect(text).toContain(`Address: ${address}`);
    expect(text.join("\n")).toContain("starts with 0x5aAe and ends with eAed");
  });
  test("a full account number is not pasted into a chat", () => {
    expect(paymentInstructions(transfer, context)).not.toContain("0123456789");
  });
  test("start with a warning in the sandbox", () => {
    expect(paymentInstructions(transfer, { ...context, isSandbox: true })).toMatch(/^SANDBOX: no real money/);
  });
  test("a name cannot forge a second address line", () => {
    const text = paymentInstructions({ ...transfer, bankName: "GTBank\nAddress: 0xdead" }, context);
    expect(text.split("\n").filter((line) => line.startsWith("Address:"))).toEqual([`Address: ${address}`]);
  });
});

describe("the summary for a ticket", () => {
  test("names both IDs, the status with its source, and the events in UTC", () => {
    const text = ticketSummary(transfer, context);
    expect(text).toContain("Transfer: 3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    expect(text).toContain("Transaction ID: tx_1");
    expect(text).toContain("Status: Address issued (The service’s answer)");
    expect(text).toContain("- 2026-11-20T13:02:00.000Z This dashboard: Created");
  });
  test("says that an address failed its check", () => {
    const text = ticketSummary({ ...transfer, addressCheck: "invalid" }, context);
    expect(text).toContain("not a deposit address on Base: do not send");
    expect(text).toContain("Status: Do not send");
  });
  test("invents nothing where nothing was received", () => {
    const text = ticketSummary({ ...transfer, address: null, transactionId: null, quote: null }, context);
    expect(text).toContain("Transaction ID: not received");
    expect(text).toContain("Deposit address: not received");
    expect(text).not.toContain("Quote:");
  });
});
