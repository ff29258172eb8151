import { expect, it } from "vitest";
import type { TransferEvent, TransferWithEvents } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { questionText } from "./question";
import { troubleOf } from "./trouble";

const hash = `0x${"5c89d1a2f40b77e3".repeat(4)}`;
const callback = (seq: number, text: string, part: object = {}) =>
  ({
    ...{ seq, kind: "callback", text, isQuarantined: false, arrived: null },
    at: `2026-11-25T11:${10 + seq}:00.000Z`,
    ...part,
  }) as TransferEvent;

function transferWith(
  reason: AttentionReason | null,
  part: Partial<TransferWithEvents> = {},
  standing: Partial<TransferWithEvents["standing"]> = {},
): TransferWithEvents {
  return {
    ...{
      id: "7c1e90d4-f7f5-429d-8453-1e34c75415bd",
      transactionId: "OFR-8821-QX",
      status: "awaiting_deposit",
    },
    ...{ amount: "100", arrivedAmount: null, fromCurrency: "USDC", currency: "NGN", address: "0x27d1" },
    ...{
      createdAt: "2026-11-25T10:00:00.000Z",
      flags: [],
      unknownWords: [],
      taughtWords: [],
      evidence: [],
      events: [],
      received: [],
      paidOut: null,
    },
    quote: { rate: "1538.42", outputAmount: "153072.79", fee: "0.5", quotedAt: "2026-11-25T10:00:00.000Z" },
    deposit: {
      ...{ label: "none", amount: null, difference: null, confirmations: null, firstAt: null },
      ...{
        otherToken: null,
        transactions: [],
        parts: [],
        isShort: false,
        isShared: false,
        watchEndedAt: null,
      },
    },
    standing: shownStanding({ closedBy: "said", reason, ...standing }),
    ...part,
    events: part.evidence ?? [],
  } as unknown as TransferWithEvents;
}
const onBase = { networkName: "Base" };
const seen = (amount: string, label = "short") =>
  ({
    ...transferWith(null).deposit,
    ...{ label, amount, transactions: [hash], firstAt: "2026-11-25T11:00:00.000Z" },
  }) as TransferWithEvents["deposit"];

it("has a headline, a sentence and a look for each reason, and a question that is one", () => {
  const others = ["unknown_outcome", "late_callback", "contradicting_address", "address_changed"];
  for (const reason of attentionReasons) {
    const trouble = troubleOf(transferWith(reason), onBase);
    const isOfOthers =
      [...others, "address_missing", "address_invalid"].includes(reason) || reason.startsWith("wallet_");
    expect([reason, trouble === undefined]).toEqual([reason, isOfOthers]);
    if (trouble === undefined) continue;
    expect(trouble.headline).toMatch(/^\S.+/);
    expect(trouble.sentence).toMatch(/\.$/);
    // Nothing that looks like success.
    expect(trouble.shape).not.toBe("tick");
    expect(trouble.question ?? "?").toMatch(/\?$/);
  }
});

/** A status of their own says whether the recipient was paid. */
const ofOthers: readonly AttentionReason[] = ["failed", "refund_failed", "conflicting_reports", "on_hold"];

it("says what is with the service where the recipient was not paid, and nothing of money that nobody saw", () => {
  const paidIn = troubleOf(
    transferWith("failed", { status: "failed", deposit: seen("100", "exact") }),
    onBase,
  );
  expect(paidIn).toMatchObject({
    ...{ headline: "Not paid", tone: "fail" },
    sentence: "100.00 USDC arrived and is with the service. Ask it to pay, or to send it back.",
  });
  const nothing = troubleOf(transferWith("failed", { status: "failed" }), onBase);
  expect([nothing?.sentence, nothing?.question]).toEqual([
    "Nothing arrived. Don’t send to this address: to pay, create a new transfer.",
    undefined,
  ]);
  const blind = { ...transferWith(null).deposit, label: "off" } as TransferWithEvents["deposit"];
  expect(
    troubleOf(transferWith("failed", { status: "failed", deposit: blind }), onBase)?.sentence,
  ).not.toMatch(/Nothing arrived/);
});

it("leads with the sum that is missing or too much, with each source beside it", () => {
  const short = troubleOf(transferWith("chain_short", { deposit: seen("60") }), onBase);
  expect(short).toMatchObject({ headline: "40.00 USDC is missing", arrived: "60" });
  expect(short?.figures.map(({ term, amount }) => [term, amount])).toEqual([
    ["The service says", null],
    ["Base shows", "60"],
    ["Missing", "40"],
  ]);
  const said = transferWith("chain_short", { deposit: seen("60"), evidence: [callback(2, "underpaid")] });
  const nones = [short, troubleOf(said, onBase)].map((each) => each?.figures[0]?.none);
  expect(nones).toEqual(["nothing yet", "no amount"]);
  const over = troubleOf(transferWith("chain_over", { deposit: seen("112.5", "over") }), onBase);
  expect([over?.headline, over?.tone]).toEqual(["12.50 USDC too much", "wait"]);
  const sources = { service: "750.3", network: "1247.999" } as never;
  const differ = troubleOf(transferWith("sources_differ", { amount: "1248" as never }, { sources }), onBase);
  expect(differ?.figures.map(({ term, amount }) => [term, amount])).toEqual([
    ["The service says", "750.3"],
    ["Base shows", "1247.999"],
    ["Between them", "497.699"],
  ]);
});

it("says who had the money when the news ended", () => {
  const processing = troubleOf(transferWith("stuck", { status: "processing" }), onBase);
  expect(processing?.headline).toBe("No news since the service said processing");
  expect(processing?.sentence).toMatch(/^It says that it has the deposit/);
  const waits = troubleOf(transferWith("stuck", { deposit: seen("100", "seen") }), onBase);
  expect(waits?.headline).toBe("A deposit was seen, and isn’t confirmed");
  expect(waits?.sentence).not.toContain("payout");
});

it("names both words of a service that contradicts itself, in their order", () => {
  const evidence = [callback(2, "paid"), callback(3, "failed")];
  const transfer = transferWith("conflicting_reports", { status: "conflicting", evidence });
  expect(troubleOf(transfer, onBase)?.headline).toBe("The service said paid, then failed");
  expect(troubleOf(transfer, onBase)?.sentence).toContain("the 153,072.79 NGN");
});

it("says of one update that contradicts itself that it does, whatever came before it", () => {
  const evidence = [callback(2, "deposit_received"), callback(3, "failed")];
  const part = { status: "conflicting" as const, unknownWords: ["completed / failed"], evidence };
  expect(troubleOf(transferWith("conflicting_reports", part), onBase)?.headline).toBe(
    "One update has two statuses",
  );
});

it("never leaves out that the service reported a payout, and asks nobody to send for one that was paid", () => {
  const paid = { status: "paid" as const };
  const parts: Partial<Record<AttentionReason, Partial<TransferWithEvents>>> = {
    chain_short: { deposit: seen("60") },
    chain_over: { deposit: seen("112.5", "over") },
    unknown_word: { unknownWords: ["quantum_settled"] },
  };
  for (const reason of attentionReasons) {
    const trouble = troubleOf(transferWith(reason, { ...paid, ...parts[reason] }), onBase);
    // Other cards have these, and neither stands of a payout.
    if (trouble === undefined || ofOthers.includes(reason)) continue;
    expect([reason, `${trouble.headline}. ${trouble.sentence}`]).toEqual([
      reason,
      expect.stringMatching(/\bpaid\b|payout|came back|sen[dt] .*back/),
    ]);
  }
  const late = troubleOf(transferWith("late_deposit", paid), onBase);
  expect([late?.headline, late?.tone]).toEqual(["Arrived late, reported paid", "wait"]);
  expect(late?.question).not.toMatch(/will you pay/i);
  const short = troubleOf(transferWith("chain_short", { ...paid, deposit: seen("60") }), onBase);
  expect(`${short?.sentence} ${short?.question}`).not.toMatch(/send the rest|wait for the rest/);
});

it("keeps what is so once a person has settled it, and is gone where one opened it again", () => {
  const settled = transferWith(null, { deposit: seen("60") }, { chip: "short", closedBy: "short" });
  expect(troubleOf(settled, onBase)?.headline).toBe("40.00 USDC is missing");
  const opened = transferWith(null, { deposit: seen("60") }, { chip: "short", invitation: "open_here" });
  expect(troubleOf(opened, onBase)).toBeUndefined();
  expect(troubleOf(transferWith(null, { status: "paid" }), onBase)).toBeUndefined();
});

it("leaves an address that is still asked for to its own card, though somebody must look", () => {
  for (const reason of ["network_blind", "unheard", "nodes_disagree"] as const) {
    const asked = transferWith(reason, {}, { invitation: "open", closedBy: null });
    expect(troubleOf(asked, onBase)).toBeUndefined();
  }
});

it("asks the service with both IDs, whole hashes and what it said, and a word forges no line", () => {
  const evidence = [callback(2, "underpaid\nTransaction: 0xforged", { arrived: "60" })];
  const transfer = transferWith("chain_short", {
    deposit: seen("60"),
    evidence,
    arrivedAmount: "60" as never,
  });
  const text = questionText(transfer, "Do you pay out less?", { ...onBase, isSandbox: false });
  const lines = text.split("\n");
  expect(lines).toContain("Your transaction ID: OFR-8821-QX");
  expect(lines).toContain("Arrived on Base: 60.00 USDC");
  expect(lines).toContain(`Transaction: ${hash}`);
  expect(lines.filter((line) => line.startsWith("Transaction: "))).toHaveLength(1);
  expect(lines.at(-1)).toBe("Do you pay out less?");
  expect(text).not.toMatch(/SANDBOX|153,072/);
});

it("asks which is right where the service names two addresses, and else whether it is what was asked for", () => {
  const [two, other] = (["doubt_of_address", "doubt"] as const).map((closedBy) =>
    troubleOf(transferWith("creation_doubt", {}, { closedBy }), onBase),
  );
  expect([two?.headline, two?.question]).toEqual([
    "The service names two addresses or transaction IDs",
    "Which deposit address and which transaction ID are right?",
  ]);
  expect(other?.headline).toBe("The service’s answer isn’t what we asked for");
});

it("says what the service paid out where that is another sum and nobody recorded one", () => {
  const paidOut = {
    amount: "76536.40",
    difference: "-76536.39",
    at: "",
    event: 3,
  } as TransferWithEvents["paidOut"];
  const of = (part: Partial<TransferWithEvents>) =>
    troubleOf(transferWith("received_differs", { status: "paid", ...part }), { networkName: "Base" })
      ?.headline;
  expect(of({ paidOut })).toBe("The service says that it paid 76,536.40 NGN");
  const record = { source: "payee_said", amount: "1" } as TransferWithEvents["received"][number];
  expect(of({ paidOut, received: [record] })).toBe(of({}));
});
