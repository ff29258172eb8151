import { describe, expect, it } from "vitest";
import { deductionBetween, deductions } from "./deductions";
import { toKobo } from "./kobo";
import { matchLines } from "./match-lines";
import type { LineToMatch, TransferToMatch } from "./match-pairs";

const day = "2026-11-24";
let made = 0;
function line(given: Partial<LineToMatch> & { amount: string }): LineToMatch {
  made += 1;
  return {
    ...{ id: `L${made}`, n: made, day, valueDay: null, side: "credit", balance: null, reference: "" },
    ...{
      narration: "NIP TRANSFER",
      identity: `${made}`,
      occurrence: 1,
      isDoubtful: false,
      left: given.amount,
    },
    ...given,
  };
}
function transfer(given: Partial<TransferToMatch> & { expected: string | null }): TransferToMatch {
  made += 1;
  const createdDay = given.createdDay ?? "2026-11-23";
  const paidDay = given.paidDay === undefined ? day : given.paidDay;
  return {
    ...{ id: `00000000-0000-4000-8000-${`${made}`.padStart(12, "0")}`, transactionId: null, reference: null },
    ...{ createdDay, createdAt: `${createdDay}T10:00:00.000Z`, paidDay },
    paidAt: paidDay === null ? null : `${paidDay}T12:00:00.000Z`,
    ...given,
  };
}
/** By their places: `0-1 E2 exact`. */
function matched(lines: LineToMatch[], transfers: TransferToMatch[]): string[] {
  const proposals = matchLines(lines, transfers);
  const at = (list: { id: string }[], id: string) => list.findIndex((each) => each.id === id);
  return proposals.map(
    ({ lineId, transferId, rule, standing }) =>
      `${at(lines, lineId)}-${at(transfers, transferId)} ${rule} ${standing}`,
  );
}
const one = (given: Partial<LineToMatch>, of: Partial<TransferToMatch> = {}) =>
  matched([line({ amount: "1234.56", ...given })], [transfer({ expected: "1234.56", ...of })]);

describe("E2, by the amount alone", () => {
  it("is exact where it is one line and one payout, and says why", () => {
    const [l, t] = [line({ amount: "1234.56" }), transfer({ expected: "1234.56" })];
    expect(matchLines([l], [t])).toEqual([
      {
        ...{ lineId: l.id, transferId: t.id, rule: "E2", standing: "exact", difference: "0.00" },
        deduction: null,
        because: {
          ...{ named: null, daysAfterCreated: 1, daysAfterPaid: 0, otherLines: 0, otherTransfers: 0 },
          ...{
            namesAnother: false,
            isNamedElsewhere: false,
            isReversed: false,
            isDoubtful: false,
            isPart: false,
          },
        },
      },
    ]);
  });

  it("is suggested where there are two payouts and one line, or one payout and two lines", () => {
    const [l, t] = [() => line({ amount: "1234.56" }), () => transfer({ expected: "1234.56" })];
    expect(matched([l()], [t(), t()])).toEqual(["0-0 E2 suggested"]);
    expect(matched([l(), l()], [t()])).toEqual(["0-0 E2 suggested"]);
    expect(matched([l(), l()], [t(), t()])).toEqual(["0-0 E2 suggested", "1-1 E2 suggested"]);
    expect(matchLines([l(), l()], [t()])[0]?.because).toMatchObject({ otherLines: 1, otherTransfers: 0 });
    expect(matchLines([l()], [t(), t()])[0]?.because).toMatchObject({ otherLines: 0, otherTransfers: 1 });
  });

  it("is suggested beside a payout or a line that fits less a known deduction", () => {
    const [l, t] = [line({ amount: "20000.00" }), transfer({ expected: "20000.00" })];
    expect(matched([l], [t, transfer({ expected: "20050.00" })])).toEqual(["0-0 E2 suggested"]);
    expect(matched([l, line({ amount: "19950.00" })], [t])).toEqual(["0-0 E2 suggested"]);
  });

  it("is by the kobo", () => {
    expect(one({ amount: "1234.57", left: "1234.57" })).toEqual(["0-0 S2 suggested"]);
    expect(one({}, { expected: "1234.5600" })).toEqual(["0-0 E2 exact"]);
    expect(one({}, { expected: "1234.5649" })).toEqual(["0-0 E2 exact"]);
    expect(one({}, { expected: "1234.5551" })).toEqual(["0-0 E2 exact"]);
    expect(one({}, { expected: "1234.5700" })).toEqual(["0-0 S2 suggested"]);
    expect(one({}, { expected: null })).toEqual([]);
  });

  it("is suggested where the line names another payout, or another credit names this one", () => {
    const named = transfer({ expected: "9.00", transactionId: "TXN-900001" });
    expect(
      matched(
        [line({ amount: "1234.56", narration: "TXN-900001" })],
        [transfer({ expected: "1234.56" }), named],
      ),
    ).toEqual(["0-0 E2 suggested"]);
    expect(
      matched(
        [line({ amount: "1234.56" }), line({ amount: "77.00", narration: "NIP/TXN-7/ok" })],
        [transfer({ expected: "1234.56", transactionId: "TXN-7000" })],
      ),
    ).toEqual(["0-0 E2 exact"]);
    expect(
      matched(
        [line({ amount: "1234.56" }), line({ amount: "77.00", narration: "NIP/TXN-7000/ok" })],
        [transfer({ expected: "1234.56", transactionId: "TXN-7000" })],
      ),
    ).toEqual(["0-0 E2 suggested"]);
  });
});

describe("E1, by the amount and a name", () => {
  it.each([
    ["its transaction ID", { transactionId: "TXN123456" }, "NIP/txn123456/ACME"],
    [
      "its transaction ID without what stands between",
      { transactionId: "TXN-123-456" },
      "NIP/TXN123456/ACME",
    ],
    [
      "our ID",
      { id: "3f2b8c1e-1111-4222-8333-444455556666" },
      "NIP 3F2B8C1E-1111-4222-8333-444455556666/ACME",
    ],
    [
      "our ID without hyphens",
      { id: "3f2b8c1e-1111-4222-8333-444455556666" },
      "REF:3F2B8C1E111142228333444455556666.",
    ],
    ["a reference", { reference: "INV-2026/7" }, "PAYMENT INV 2026 7 ACME"],
    ["a reference of two words", { reference: "Rent Lekki" }, "rent  lekki nov"],
  ])("is exact by %s", (_, of, narration) => {
    expect(one({ narration }, of)).toEqual(["0-0 E1 exact"]);
    expect(one({ reference: narration, narration: "" }, of)).toEqual(["0-0 E1 exact"]);
  });

  it.each([
    ["is part of a longer word", { reference: "INV-2026" }, "XINV-2026"],
    ["goes on", { reference: "INV-2026" }, "INV-20267"],
    ["has fewer than six letters", { reference: "INV-1" }, "INV-1"],
    ["is cut off", { transactionId: "TXN123456" }, "NIP/TXN12345"],
  ])("isn't named by what %s", (_, of, narration) => {
    expect(one({ narration }, of)).toEqual(["0-0 E2 exact"]);
  });

  it("is exact by an ID among equal amounts, and leaves the others suggested", () => {
    const [a, b] = [
      transfer({ expected: "5000", transactionId: "TXN00001" }),
      transfer({ expected: "5000" }),
    ];
    expect(
      matched([line({ amount: "5000.00", narration: "TXN00001" }), line({ amount: "5000.00" })], [b, a]),
    ).toEqual(["0-1 E1 exact", "1-0 E2 suggested"]);
  });

  it("is exact by a reference among equal amounts only where each has a name of its own", () => {
    const t = (reference: string | null) => transfer({ expected: "5000", reference });
    const l = (narration: string) => line({ amount: "5000.00", narration });
    expect(matched([l("SALARY NOV")], [t("SALARY"), t(null)])).toEqual(["0-0 E1 suggested"]);
    expect(matched([l("INV-0001"), l("NIP")], [t("INV-0001")])).toEqual(["0-0 E1 suggested"]);
    expect(matched([l("INV-0001"), l("INV-0002")], [t("INV-0001"), t("INV-0002")])).toEqual([
      ...["0-0 E1 exact", "1-1 E1 exact"],
    ]);
  });

  it("is suggested where two lines or two payouts have the name", () => {
    const t = () => transfer({ expected: "5000", reference: "NOV PAY" });
    const l = () => line({ amount: "5000.00", narration: "NOV PAY" });
    expect(matched([l(), l()], [t()])).toEqual(["0-0 E1 suggested"]);
    expect(matched([l()], [t(), t()])).toEqual(["0-0 E1 suggested"]);
  });

  it("is suggested where two lines have the same ID", () => {
    const l = () => line({ amount: "5000.00", narration: "TXN00001" });
    expect(matched([l(), l()], [transfer({ expected: "5000", transactionId: "TXN00001" })])).toEqual([
      "0-0 E1 suggested",
    ]);
  });

  it("isn't told apart by a reference that several have", () => {
    const t = (expected: string, reference: string) => transfer({ expected, reference });
    const shared = [t("5000", "NOV PAY"), t("6000", "NOV PAY")];
    const own = line({ amount: "5000.00", narration: "INV-0001" });
    expect(
      matched([line({ amount: "5000.00", narration: "NOV PAY" }), own], [...shared, t("5000", "INV-0001")]),
    ).toEqual(["0-0 E1 suggested", "1-2 E1 suggested"]);
    // It names both, so it says nothing of the first.
    expect(
      matched([line({ amount: "5000.00" }), line({ amount: "6000.00", narration: "NOV PAY" })], shared),
    ).toEqual(["0-0 E2 exact", "1-1 E1 exact"]);
  });

  it("tells payouts of one reference apart by their amounts", () => {
    const t = (expected: string) => transfer({ expected, reference: "NOV PAY" });
    const l = (amount: string) => line({ amount, narration: "NOV PAY" });
    expect(matched([l("5000.00"), l("6000.00")], [t("6000"), t("5000")])).toEqual([
      ...["0-1 E1 exact", "1-0 E1 exact"],
    ]);
  });

  it("is suggested where a debit of the same amount names it too", () => {
    const debit = line({ amount: "1234.56", side: "debit", narration: "RVSL TXN123456" });
    const of = transfer({ expected: "1234.56", transactionId: "TXN123456" });
    expect(matched([line({ amount: "1234.56", narration: "TXN123456" }), debit], [of])).toEqual([
      "0-0 E1 suggested",
    ]);
    const fee = { ...debit, amount: "50.00", left: "50.00" };
    expect(matched([line({ amount: "1234.56", narration: "TXN123456" }), fee], [of])).toEqual([
      "0-0 E1 exact",
    ]);
  });
});

describe("S1, less a known deduction", () => {
  it("is suggested with its name", () => {
    const [proposal] = matchLines([line({ amount: "49950.00" })], [transfer({ expected: "50000.00" })]);
    expect(proposal).toMatchObject({
      ...{ rule: "S1", standing: "suggested", difference: "-50.00", deduction: "stamp duty" },
    });
  });

  it.each([
    ["10000.00", 9950, "stamp duty"],
    ["9999.99", 9949.99, null],
    ["5000.00", 4989.25, "transfer fee with VAT"],
    ["5000.01", 4989.26, null],
    ["5000.01", 4973.13, "transfer fee with VAT"],
    ["50000.00", 49973.12, "transfer fee with VAT"],
    ["50000.01", 49973.13, null],
    ["50000.01", 49946.26, "transfer fee with VAT"],
    ["50000.00", 49999, null],
    ["50000.00", 50050, null],
  ])("%s that arrives as %d", (expected, arrived, deduction) => {
    const amount = arrived.toFixed(2);
    const [proposal] = matchLines([line({ amount })], [transfer({ expected })]);
    expect(proposal?.deduction ?? null).toBe(deduction);
    expect(proposal?.rule).toBe(deduction === null ? "S2" : "S1");
  });

  it("was called otherwise before 2026, and each has its source", () => {
    const of = (on: string) => deductionBetween(5_000_000n, 4_995_000n, on)?.name;
    expect([of("2025-12-31"), of("2026-01-01"), of("2020-12-31")]).toEqual([
      ...["electronic money transfer levy", "stamp duty", undefined],
    ]);
    for (const { amount, source } of deductions) {
      expect(toKobo(amount)).toBeGreaterThan(0n);
      expect(source).not.toBe("");
    }
  });

  it("isn't suggested for a payout that has a line to the kobo", () => {
    expect(
      matched(
        [line({ amount: "20000.00", narration: "TXN00001" }), line({ amount: "19950.00" })],
        [transfer({ expected: "20000.00", transactionId: "TXN00001" })],
      ),
    ).toEqual(["0-0 E1 exact"]);
  });
});

describe("S2, within a hundredth", () => {
  const s2 = (amounts: string[], expected: string[]) =>
    matched(
      amounts.map((amount) => line({ amount })),
      expected.map((each) => transfer({ expected: each })),
    );

  it("is suggested for one line and one payout alone", () => {
    expect(s2(["99001.00"], ["100000.00"])).toEqual(["0-0 S2 suggested"]);
    expect(s2(["99000.00"], ["100000.00"])).toEqual(["0-0 S2 suggested"]);
    expect(s2(["98999.99"], ["100000.00"])).toEqual([]);
    expect(s2(["101000.00"], ["100000.00"])).toEqual(["0-0 S2 suggested"]);
    expect(s2(["101000.01"], ["100000.00"])).toEqual([]);
    expect(s2(["99900.00", "99800.00"], ["100000.00"])).toEqual([]);
    expect(s2(["99900.00"], ["100000.00", "99800.00"])).toEqual([]);
  });

  it("leaves out what fits better", () => {
    expect(s2(["100000.00", "99900.00"], ["100000.00", "99800.00"])).toEqual([
      ...["0-0 E2 exact", "1-1 S2 suggested"],
    ]);
  });

  it("is of the named one, where there is a name", () => {
    const named = transfer({ expected: "100000.00", transactionId: "TXN00001" });
    expect(
      matched(
        [line({ amount: "99900.00", narration: "TXN00001" })],
        [transfer({ expected: "99800.00" }), named],
      ),
    ).toEqual(["0-1 S2 suggested"]);
    const far = transfer({ expected: "9.00", transactionId: "TXN00002" });
    expect(
      matched(
        [line({ amount: "99900.00", narration: "TXN00002" })],
        [transfer({ expected: "99800.00" }), far],
      ),
    ).toEqual([]);
  });
});

it.each([
  ["before it was created", "2026-11-25", null, false],
  ["on that day", "2026-11-24", null, true],
  ["10 days after it", "2026-11-14", null, true],
  ["11 days after it", "2026-11-13", null, false],
  ["3 days after it was first reported paid", "2026-09-01", "2026-11-21", true],
  ["4 days after that", "2026-09-01", "2026-11-20", false],
  ["before that", "2026-09-01", "2026-11-26", true],
  ["10 days after it was created, reported paid long ago", "2026-11-14", "2026-11-15", true],
  ["before it was created, though reported paid", "2026-11-25", "2026-11-23", false],
])("a line is of a payout %s: created %s, paid %s: %s", (_, createdDay, paidDay, isOf) => {
  expect(one({}, { createdDay, paidDay })).toHaveLength(isOf ? 1 : 0);
});

describe("a line", () => {
  it("of a file that doesn't add up is never exact", () => {
    expect(one({ isDoubtful: true })).toEqual(["0-0 E2 suggested"]);
    expect(one({ isDoubtful: true, narration: "TXN123456" }, { transactionId: "TXN123456" })).toEqual([
      "0-0 E1 suggested",
    ]);
  });

  it("that is a debit is never of a payout", () => {
    expect(one({ side: "debit" })).toEqual([]);
  });

  it("of which a part is matched is compared by what is left, and never exact", () => {
    expect(one({ amount: "2000.00", left: "1234.56" })).toEqual(["0-0 E2 suggested"]);
    expect(one({ left: "0.00" })).toEqual([]);
    expect(one({ left: "1234.560" })).toEqual(["0-0 E2 exact"]);
  });
});

it("gives the same for any order of lines and payouts, and each of them once", () => {
  const lines = ["5000.00", "5000.00", "4989.25", "7000.00", "7001.00"].map((amount) => line({ amount }));
  const transfers = ["5000.00", "5000.00", "5000.00", "7000.00", "6999.00"].map((expected) =>
    transfer({ expected }),
  );
  const given = (a: LineToMatch[], b: TransferToMatch[]) =>
    matchLines(a, b)
      .map((each) => JSON.stringify(each))
      .sort();
  const all = given(lines, transfers);
  expect(given(lines.toReversed(), transfers.toReversed())).toEqual(all);
  const proposals = matchLines(lines, transfers);
  expect(new Set(proposals.map(({ lineId }) => lineId)).size).toBe(proposals.length);
  expect(new Set(proposals.map(({ transferId }) => transferId)).size).toBe(proposals.length);
});

it("suggests in a crowd, and takes none of it for exact", () => {
  const lines = Array.from({ length: 60 }, () => line({ amount: "5000.00" }));
  const transfers = Array.from({ length: 60 }, () => transfer({ expected: "5000.00" }));
  const all = [...lines, line({ amount: "5000.00" })];
  const proposals = matchLines(all, transfers);
  expect(matchLines(all, transfers.toReversed())).toEqual(proposals);
  expect(proposals.length).toBeGreaterThanOrEqual(50);
  expect(proposals.filter(({ standing }) => standing === "exact")).toEqual([]);
});

it("finds each of a payroll whose lines and payouts all have one reference", () => {
  const count = 3_000;
  const amountOf = (at: number) => `${100_000 + 1_000 * at}.00`;
  const reference = "SALARY NOVEMBER";
  const transfers = Array.from({ length: count }, (_, at) => transfer({ expected: amountOf(at), reference }));
  const lines = Array.from({ length: count }, (_, at) => line({ amount: amountOf(at), reference }));
  const proposals = matchLines(lines, transfers);
  expect(proposals.map(({ transferId }) => transferId)).toEqual(transfers.map(({ id }) => id));
  // A reference that several have names none of them alone.
  expect(new Set(proposals.map(({ rule }) => rule))).toEqual(new Set(["E1"]));
});
