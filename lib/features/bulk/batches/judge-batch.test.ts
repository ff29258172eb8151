import { describe, expect, it } from "vitest";
import {
  asksIn,
  assets,
  banks,
  faultsIn,
  gtbank,
  nothingSaid,
  storedRow,
  uba,
  ubaMoni,
  zenith,
} from "#lib/testing/bulk/batch-rows";
import { rowFaultKinds } from "./batch-answers";
import { tickKinds } from "./batch-input";
import { judgeBatch, type Said, type StoredRow, stateOf, withAsk } from "./judge-batch";

const facts = { assets, banks };
const judge = (rows: readonly StoredRow[], said: Partial<Said> = {}) =>
  judgeBatch(rows, { ...nothingSaid, ...said }, facts);
const one = (cells: Parameters<typeof storedRow>[1], said: Partial<Said> = {}) =>
  judge([storedRow(2, cells)], said);
const readOf = (batch: ReturnType<typeof judge>) => batch.rows.map(({ read }) => read);

it("reads a whole row as a transfer has it", () => {
  const batch = one({ amount: "1,250.50", reference: " INV  7 ", purpose: "Salary" });
  expect(faultsIn(batch)).toEqual([]);
  expect(stateOf(batch.rows[0] as never)).toBe("ready");
  expect(readOf(batch)).toEqual([
    {
      ...{ amount: "1250.50", naira: null, asset: "base:usdc", bank: gtbank },
      ...{ accountNumber: "0123456785", accountName: "ADA EZE", reference: "INV 7", purpose: "Salary" },
    },
  ]);
});

const long = (length: number) => "x".repeat(length);
it.each([
  ["an empty amount", { amount: "" }, ["2 amount missing"]],
  ["zero", { amount: "0.00" }, ["2 amount wrong"]],
  ["a negative amount", { amount: "-5" }, ["2 amount wrong"]],
  ["a negative number", { amount: { text: "-5", form: "number" } }, ["2 amount wrong"]],
  ["a word", { amount: "ten" }, ["2 amount wrong"]],
  ["more decimals than the token has", { amount: "1.1234567" }, ["2 amount wrong"]],
  ["more digits than the wire keeps", { amount: "1234567890.123456" }, ["2 amount wrong"]],
  ["less than the token's limit", { amount: "0.5" }, ["2 amount limit"]],
  ["more than the token's limit", { amount: "50000.01", naira: "" }, ["2 amount limit"]],
  ["another unit", { amount: "₦1250.5" }, ["2 amount wrong"]],
  ["an amount cut off", { amount: "1.23E+09" }, ["2 amount lost_digits"]],
  ["an amount as a day", { amount: { text: "2025-11-24", form: "date" } }, ["2 amount wrong"]],
  ["a column too narrow", { naira: "#####", amount: "" }, ["2 naira lost_digits"]],
  ["an error", { amount: { text: "#REF!", form: "error" } }, ["2 amount lost_digits"]],
  ["an error as text", { accountName: "#N/A" }, ["2 accountName lost_digits"]],
  ["an error of a look-up", { bank: "#N/A" }, ["2 bank lost_digits"]],
  ["an account cut off", { accountNumber: "1.23E+09" }, ["2 accountNumber lost_digits"]],
  ["an account too long", { accountNumber: "012345678512" }, ["2 accountNumber wrong"]],
  ["an account too short", { accountNumber: "12345" }, ["2 accountNumber wrong"]],
  ["no account", { accountNumber: "" }, ["2 accountNumber missing"]],
  ["an account as a day", { accountNumber: { text: "2025-11-24", form: "date" } }, ["2 accountNumber wrong"]],
  ["a zero that is lost", { accountNumber: "123456785" }, ["2 accountNumber lost_zero"]],
  ["no name", { accountName: " " }, ["2 accountName missing"]],
  ["a name of one letter", { accountName: "A" }, ["2 accountName wrong"]],
  ["a name with something unseen", { accountName: "ADA\u202eEZE" }, ["2 accountName wrong"]],
  ["a reference as a day", { reference: { text: "2025-11-24", form: "date" } }, []],
  ["a reference cut off", { reference: "1.23E+09" }, ["2 reference lost_digits"]],
  ["a reference that only looks so", { reference: "12E3" }, []],
  ["a reference too long", { reference: long(65) }, ["2 reference wrong"]],
  ["a purpose too long", { purpose: long(141) }, ["2 purpose wrong"]],
  ["both amounts", { naira: "5000" }, ["2 naira both_amounts"]],
  ["naira with three decimals", { amount: "", naira: "5000.001" }, ["2 naira wrong"]],
  ["no bank", { bank: "" }, ["2 bank missing"]],
  ["a code of two banks", { bank: "000004" }, ["2 bank bank"]],
  ["a bank of no list", { bank: "Bank of Nowhere" }, ["2 bank bank"]],
  ["a code without its zeros", { bank: "13" }, ["2 bank bank"]],
  ["a short name", { bank: "GTB" }, ["2 bank bank_unconfirmed"]],
  ["a code, and a name in another case", { bank: "zenith  BANK", accountNumber: "1000000001" }, []],
  [
    "several faults, in the order of the fields",
    { accountName: "", bank: "", token: "XYZ", amount: "" },
    ["2 amount missing", "2 token token", "2 bank missing", "2 accountName missing"],
  ],
] as const)("says what is wrong: %s", (_, cells, faults) => {
  const batch = one(cells, { amountIs: "token" });
  expect(faultsIn(batch)).toEqual(faults);
  for (const { message } of batch.rows.flatMap((row) => row.faults)) expect(message).toMatch(/\.$/);
});

describe("an amount", () => {
  it("of a number cell is plain, and has the digits that its spreadsheet shows", () => {
    const texts = ["1.125", "1250", "3750.2999999999997", "0.30000000000000004"];
    const batch = judge(
      texts.map((text, at) =>
        storedRow(at, { amount: { text, form: "number" }, token: "polygon:usdc", reference: `${at}` }),
      ),
    );
    expect(readOf(batch).map(({ amount }) => amount)).toEqual(["1.125", "1250", "3750.3", "0.3"]);
    const whole = one({ amount: { text: "1234567890123456.7", form: "number" } });
    expect(faultsIn(whole)).toEqual(["2 amount wrong"]);
  });

  const column = (
    texts: readonly string[],
    said: Partial<Said> = {},
    field: "amount" | "naira" = "amount",
  ) => {
    const rows = texts.map((text, at) => storedRow(at, { amount: "", [field]: text, token: "polygon:usdc" }));
    const batch = judge(rows, { amountIs: "token", ...said });
    return {
      read: readOf(batch).map(({ amount, naira }) => amount ?? naira),
      asked: batch.questions.decimalMark,
      batch,
    };
  };

  it.each([
    [
      ["1.250", "1.250,50"],
      ["1250", "1250.50"],
    ],
    [
      ["1.250", "12,5"],
      ["1250", "12.5"],
    ],
    [
      ["1.250", "0.25"],
      ["1.250", "0.25"],
    ],
    [
      ["1,250", "1,250.50"],
      ["1250", "1250.50"],
    ],
    [
      ["1,250", "12,5"],
      ["1.250", "12.5"],
    ],
    [
      ["1,250", "1,250,000"],
      ["1250", "1250000"],
    ],
    [
      ["USDC 1.250", "0,5 USDC"],
      ["1250", "0.5"],
    ],
    [
      ["1.250", "1 250,5"],
      ["1250", "1250.5"],
    ],
  ])("that could be two is read by its column: %j", (texts, read) => {
    expect(column(texts)).toMatchObject({ read, asked: null });
  });

  it("that nothing decides is asked about once, with both readings beside the cell", () => {
    const texts = ["1.250", "3.500", "1.250", "2,000", "4.000", "5"];
    const { read, asked, batch } = column(texts);
    expect(read).toEqual([null, null, null, null, null, "5"]);
    expect(asked).toEqual(["1.250", "3.500", "2,000"]);
    expect(batch.rows[0]?.faults).toMatchObject([
      { path: "amount", kind: "ambiguous", choices: ["1250", "1.250"] },
    ]);
    expect(column(texts, { decimalMark: "comma" })).toMatchObject({
      read: ["1250", "3500", "1250", "2.000", "4000", "5"],
      asked: null,
    });
    expect(column(texts, { decimalMark: "point" }).read).toEqual([
      "1.250",
      "3.500",
      "1.250",
      "2000",
      "4.000",
      "5",
    ]);
  });

  it("is asked about where a column shows both marks", () => {
    expect(column(["1.250", "12,5", "0.25"])).toMatchObject({
      read: [null, "12.5", "0.25"],
      asked: ["1.250"],
    });
    expect(column(["12,5", "0.25"]).asked).toBeNull();
  });

  it("of naira has no third decimal, so three digits are thousands", () => {
    expect(column(["250,000", "1.500"], {}, "naira")).toMatchObject({
      read: ["250000", "1500"],
      asked: null,
    });
  });

  it("that a person typed is read as the form reads it, and says nothing of its column", () => {
    const typed = (n: number, amount: string) => storedRow(n, { amount: "" }, { edits: { amount } });
    const batch = judge([
      typed(1, "1.250"),
      typed(2, "1,250"),
      typed(3, "0,5"),
      storedRow(4, { amount: "1.250" }),
    ]);
    expect(readOf(batch).map(({ amount }) => amount)).toEqual(["1.250", "1250", null, null]);
    expect(faultsIn(batch)).toEqual(["3 amount limit", "4 amount ambiguous"]);
  });

  it("as large as naira is asked about, and nobody is ready until it is said", () => {
    const rows = ["350000", "420,000.00", "99"].map((amount, n) =>
      storedRow(n, { amount, accountName: `P ${n}A`, token: n === 0 ? "polygon:usdc" : "" }),
    );
    const asked = judge(rows);
    expect(asked.questions.amountIs).toBe(true);
    expect(faultsIn(asked)).toEqual(["0 amount ambiguous", "1 amount ambiguous", "2 amount ambiguous"]);
    const ofNaira = judge(rows, { amountIs: "naira" });
    expect(ofNaira.questions.amountIs).toBe(false);
    expect(readOf(ofNaira).map(({ amount, naira }) => [amount, naira])).toEqual([
      [null, "350000"],
      [null, "420000.00"],
      [null, "99"],
    ]);
    expect(faultsIn(judge(rows, { amountIs: "token" }))).toEqual(["1 amount limit"]);
  });

  it.each([
    ["a row gives naira", [storedRow(2, { amount: "20000" }), storedRow(3, { amount: "", naira: "5" })]],
    ["the middle is small", ["20000", "9999.99", "5"].map((amount, n) => storedRow(n, { amount }))],
    ["the token is no dollar", [storedRow(2, { amount: "20000", token: "cngn" })]],
    ["the row itself says naira", [storedRow(2, { amount: "20000", token: "NGN" })]],
    ["the large one is left out", [storedRow(2, { amount: "20000" }, { isLeftOut: true }), storedRow(3)]],
  ])("is no question of naira where %s", (_, rows) => {
    const more = { ...(assets[0] as (typeof assets)[0]), asset: "base:cngn", fromCurrency: "cNGN" };
    const said = { ...nothingSaid };
    expect(judgeBatch(rows, said, { assets: [...assets, more], banks }).questions.amountIs).toBe(false);
  });

  it.each([
    [["5", "10000", "20000"], true],
    [["5", "9999.999999", "20000"], false],
    [["10.000", "20.000"], true],
  ])("is as large as naira from 10,000 at the middle, in its larger reading: %j", (amounts, isAsked) => {
    const batch = judge(amounts.map((amount, n) => storedRow(n, { amount })));
    expect(batch.questions.amountIs).toBe(isAsked);
  });

  it("of a row that is left out is no question", () => {
    const left = storedRow(2, { amount: "1.250" }, { isLeftOut: true });
    expect(judge([left, storedRow(3, { amount: "5" })]).questions.decimalMark).toBeNull();
  });

  it("of a column that has naira beside it stays an amount, whatever was said", () => {
    const rows = [storedRow(2, { amount: "20" }), storedRow(3, { amount: "", naira: "5000" })];
    expect(readOf(judge(rows, { amountIs: "naira" })).map(({ amount, naira }) => [amount, naira])).toEqual([
      ["20", null],
      [null, "5000"],
    ]);
  });

  it("is missed where the table has its column", () => {
    const rows = [storedRow(2, { amount: "", naira: "5000" }), storedRow(3, { amount: "" })];
    expect(faultsIn(judge(rows))).toEqual(["3 naira missing"]);
  });
});

describe("a token", () => {
  it.each([
    [{ token: "usdt", network: "Tron" }, "tron:usdt"],
    [{ token: "USDT", network: "TRC20" }, "tron:usdt"],
    [{ token: "USDT (TRC20)" }, "tron:usdt"],
    [{ token: "usdc on base" }, "base:usdc"],
    [{ token: "POLYGON:usdc" }, "polygon:usdc"],
    [{ token: "USDC", network: "bnb smart chain" }, "bsc:usdc"],
    [{ token: "USDC" }, "base:usdc"],
    [{ network: "tron" }, "tron:usdt"],
    [{ network: "Base" }, "base:usdc"],
    [{}, "base:usdc"],
  ])("is found where it is one: %j", (cells, asset) => {
    const batch = one(cells);
    expect([faultsIn(batch), readOf(batch)[0]?.asset]).toEqual([[], asset]);
  });

  it.each([
    [{ token: "USDT" }, ["ethereum:usdt", "polygon:usdt"]],
    [{ token: "USDC.e" }, ["base:usdc", "tron:usdt"]],
    [{ token: "BTC" }, ["base:usdc", "tron:usdt"]],
    [{ token: "USD" }, ["base:usdc"]],
    [{ token: "USDC", network: "Tron" }, ["base:usdc", "tron:usdt"]],
    [{ token: "base:usdc", network: "Tron" }, ["base:usdc", "tron:usdt"]],
    [{ token: "USDC", network: "Nowhere" }, ["base:usdc", "tron:usdt"]],
    [{ token: "USDC", network: "network" }, ["base:usdc"]],
    [{ network: "polygon" }, ["polygon:usdc", "polygon:usdt"]],
    [{ token: "__proto__", network: "constructor" }, ["base:usdc"]],
  ])("is never guessed: %j", (cells, some) => {
    const batch = one(cells);
    expect([faultsIn(batch), batch.questions.asset]).toEqual([["2 token token"], false]);
    expect(batch.rows[0]?.faults[0]?.choices).toEqual(expect.arrayContaining(some));
    expect(readOf(batch)[0]?.asset).toBeNull();
  });

  it("that is chosen for a row names its network too", () => {
    const cells = { token: "USDC", network: "Tron" };
    const chosen = storedRow(2, cells, { edits: { token: "polygon:usdc" } });
    expect(readOf(judge([chosen]))[0]?.asset).toBe("polygon:usdc");
    const both = storedRow(2, cells, { edits: { token: "polygon:usdc", network: "Tron" } });
    expect(faultsIn(judge([both]))).toEqual(["2 token token"]);
  });

  it("is asked for once where no row names it, and never a default", () => {
    for (const asset of [null, "gone:usdc"]) {
      const batch = one({}, { asset });
      expect([faultsIn(batch), batch.questions.asset]).toEqual([["2 token token"], true]);
    }
    expect(judge([storedRow(2, {}, { isLeftOut: true })], { asset: null }).questions.asset).toBe(false);
  });

  it("called naira says what the amount is", () => {
    const batch = one({ amount: "20,000", token: "ngn" });
    expect([faultsIn(batch), readOf(batch)[0]]).toMatchObject([
      [],
      { amount: null, naira: "20000", asset: "base:usdc" },
    ]);
  });
});

describe("a bank", () => {
  const rows = ["GTB", " gtb ", "Zenith", "Zenith Bank", "UBA Bonk", "GTB"].map((bank, n) =>
    storedRow(n, { bank, amount: `${n + 1}` }, { isLeftOut: n === 5 }),
  );

  it("is confirmed once for each text that isn't its own name", () => {
    expect(judge(rows).banks).toMatchObject([
      { text: "GTB", rows: 2, bank: gtbank, isConfirmed: false },
      { text: "Zenith", rows: 1, bank: zenith, isConfirmed: false },
      { text: "UBA Bonk", rows: 1, bank: null, isConfirmed: false },
    ]);
    expect(judge(rows).rows[0]?.faults).toMatchObject([{ kind: "bank_unconfirmed", banks: [gtbank] }]);
    expect(readOf(judge(rows)).map(({ bank }) => bank)).toEqual([null, null, null, zenith, null, null]);
    const said = judge(rows, {
      banks: [
        { text: "GTB ", bank: gtbank },
        { text: "uba  bonk", bank: uba },
      ],
    });
    expect(faultsIn(said)).toEqual(["2 bank bank_unconfirmed"]);
    expect(readOf(said)[4]?.bank).toEqual(uba);
    expect(said.banks.map(({ isConfirmed }) => isConfirmed)).toEqual([true, false, true]);
  });

  it("of a row goes before its text, and a bank that is gone is none", () => {
    const own = storedRow(2, { bank: "GTB" }, { bank: zenith });
    expect(judge([own])).toMatchObject({ banks: [], rows: [{ read: { bank: zenith }, faults: [] }] });
    const gone = { code: "000013", name: "GTBank" };
    expect(faultsIn(judge([storedRow(2, {}, { bank: gone })]))).toEqual(["2 bank bank"]);
    const said = one({ bank: "GTB" }, { banks: [{ text: "GTB", bank: gone }] });
    expect([faultsIn(said), said.banks]).toMatchObject([
      ["2 bank bank"],
      [{ bank: null, isConfirmed: false }],
    ]);
  });

  it("is offered where a code is two banks'", () => {
    expect(one({ bank: "000004" })).toMatchObject({
      banks: [{ text: "000004", bank: null, choices: [uba, ubaMoni] }],
      rows: [{ faults: [{ banks: [uba, ubaMoni] }] }],
    });
  });
});

describe("an account", () => {
  it("gets its zero back by a word for the batch, and its check digit is judged after it", () => {
    const rows = [
      storedRow(2, { accountNumber: "123456785" }),
      storedRow(3, { accountNumber: { text: "12345678", form: "number" }, amount: "7" }),
      storedRow(4, {}, { edits: { accountNumber: "123456785" } }),
      storedRow(5, { accountNumber: "123456785" }, { isLeftOut: true }),
    ];
    expect(judge(rows).questions.zeros).toBe(2);
    const said = judge(rows, { hasZerosBack: true });
    expect(said.questions.zeros).toBe(0);
    expect(faultsIn(said)).toEqual(["4 accountNumber wrong"]);
    expect(asksIn(said)).toEqual(["3 check_digit 000013:0012345678"]);
    expect(said.rows.map(({ hasZeroBack, read }) => [hasZeroBack, read.accountNumber]).slice(0, 3)).toEqual([
      [true, "0123456785"],
      [true, "0012345678"],
      [false, "123456785"],
    ]);
  });

  it("with a wrong check digit is asked about, and a tick holds for this bank and number", () => {
    const of = "000013:0123456780";
    const tick = (said: string) =>
      judge([storedRow(2, { accountNumber: "0123456780" }, { ticks: [{ kind: "check_digit", of: said }] })]);
    expect([asksIn(tick(of)), stateOf(tick(of).rows[0] as never)]).toEqual([
      [`2 check_digit ${of}, ticked`],
      "ready",
    ]);
    expect(stateOf(tick("000015:0123456780").rows[0] as never)).toBe("asked");
    expect(asksIn(one({ accountNumber: "0123456780", bank: "Kuda Bank" }))).toEqual([]);
  });
});

it.each([
  { accountNumber: "", accountName: "", bank: "" },
  { accountNumber: "", accountName: "Grand Total", bank: "x" },
  { accountNumber: "TOTAL:", accountName: "", bank: "" },
  { accountNumber: "", accountName: "", bank: " Sub  total" },
  { accountNumber: "", accountName: "", bank: "", reference: "Sum", amount: "", naira: "5" },
])("takes a row of totals for what it is: %j", (cells) => {
  const batch = one({ amount: "20000", ...cells }, { asset: null });
  expect(faultsIn(batch)).toEqual(["2 accountNumber missing"]);
  expect(batch.rows[0]?.faults[0]?.message).toMatch(/row of totals/);
  expect(batch.questions).toEqual({ asset: false, amountIs: false, decimalMark: null, zeros: 0 });
  expect(batch.banks).toEqual([]);
  expect(faultsIn(one({ accountName: "Total" }))).toEqual([]);
});

describe("twins", () => {
  it("are asked about, each with the others beside it", () => {
    const batch = judge([
      storedRow(2, { amount: "100" }),
      storedRow(3, { amount: "100.00", token: "USDC", network: "polygon", bank: "Kuda Bank" }),
      storedRow(4, { amount: "0100" }),
      storedRow(5, { amount: "100", token: "USDT", network: "tron" }),
      storedRow(6, { amount: "", naira: "100" }),
      storedRow(7, { amount: "100", token: "NGN" }),
      storedRow(8, { amount: "100" }, { isLeftOut: true }),
      storedRow(9, { amount: "100", accountNumber: "1000000001", bank: "Zenith Bank" }),
    ]);
    expect(asksIn(batch)).toEqual([
      ...["2 twin_row 2,3,4", "3 twin_row 2,3,4", "4 twin_row 2,3,4", "6 twin_row 6,7", "7 twin_row 6,7"],
    ]);
    expect(batch.rows[2]?.asks[0]).toEqual({
      ...{ kind: "twin_row", of: "2,3,4", row: 2, transferId: null, isTicked: false },
      message: "Same account and amount as lines 2 and 3.",
    });
  });

  it("are none where the account can't be read", () => {
    expect(asksIn(judge([2, 3].map((n) => storedRow(n, { accountNumber: "12345" }))))).toEqual([]);
  });

  it("say where the reference is the same too", () => {
    const batch = judge(["INV 1", "inv-1", ""].map((reference, n) => storedRow(n, { reference })));
    expect(batch.rows.map(({ asks }) => asks[0]?.message)).toEqual([
      "Same account and amount as lines 1 and 2.",
      "Same account and amount as lines 0 and 2.",
      "Same account and amount as lines 0 and 1.",
    ]);
    const both = judge(["INV 1", "inv-1"].map((reference, n) => storedRow(n, { reference })));
    expect(both.rows[0]?.asks[0]?.message).toBe("Same account, amount and reference as line 1.");
  });

  it("lose a tick once there is another one, or one less", () => {
    const ticks = [{ kind: "twin_row" as const, of: "2,3,4" }];
    const rows = [storedRow(2, {}, { ticks }), storedRow(3), storedRow(4)];
    expect(asksIn(judge(rows))[0]).toBe("2 twin_row 2,3,4, ticked");
    expect(asksIn(judge([...rows, storedRow(5)]))[0]).toBe("2 twin_row 2,3,4,5");
    const without = rows.map((row) => (row.n === 3 ? { ...row, isLeftOut: true } : row));
    expect(asksIn(judge(without))).toEqual(["2 twin_row 2,4", "4 twin_row 2,4"]);
  });

  it("are named by a hash where they are many, which is another one with each of them", () => {
    const many = (last: number) => judge(Array.from({ length: last - 1 }, (_, at) => storedRow(at + 2)));
    const [first, second] = [many(40), many(41)].map(({ rows }) => rows[0]?.asks[0]);
    expect(first?.message).toBe("Same account and amount as lines 3, 4, 5, 6, 7 and 33 more.");
    expect([first?.of, second?.of]).toEqual([
      expect.stringMatching(/^39:[0-9a-f]{64}$/),
      expect.stringMatching(/^40:[0-9a-f]{64}$/),
    ]);
  });
});

it("judges what a person typed in place of a cell, and keeps the cell", () => {
  const row = storedRow(
    2,
    { amount: { text: "2025-11-24", form: "date" }, accountName: "#REF!", reference: long(99) },
    { edits: { amount: "12.5", accountName: "OBI OKO", reference: "" } },
  );
  const batch = judge([row]);
  expect([faultsIn(batch), readOf(batch)[0]]).toMatchObject([
    [],
    { amount: "12.5", accountName: "OBI OKO", reference: undefined },
  ]);
  expect(batch.rows[0]?.row).toBe(row);
});

it("asks nothing of a row that is left out", () => {
  const row = storedRow(2, { amount: "x", accountNumber: "123456785", bank: "GTB" }, { isLeftOut: true });
  const batch = judge([row], { asset: null });
  const [judged] = batch.rows;
  expect([judged?.faults, judged?.asks, batch.banks, batch.questions.zeros]).toEqual([[], [], [], 0]);
  expect(stateOf(withAsk(judged as never, { kind: "twin", of: "t", message: "Twin." }))).toBe("left_out");
});

it("asks what the ledger knows, until the same thing is ticked", () => {
  const ask = { kind: "twin", of: "t1", message: "Twin.", transferId: "t1" } as const;
  const judged = (of: string) =>
    judge([storedRow(2, {}, { ticks: [{ kind: "twin", of }] })]).rows[0] as never;
  expect(withAsk(judged("t2"), ask)).toMatchObject({ asks: [{ ...ask, row: null, isTicked: false }] });
  expect([stateOf(withAsk(judged("t2"), ask)), stateOf(withAsk(judged("t1"), ask))]).toEqual([
    "asked",
    "ready",
  ]);
  const other = storedRow(2, {}, { ticks: [{ kind: "reference", of: "t1" }] });
  expect(stateOf(withAsk(judge([other]).rows[0] as never, ask))).toBe("asked");
  const asked = tickKinds.map((kind) => withAsk(judged("t"), { kind, of: "t", message: "." }).asks[0]?.kind);
  expect(asked).toEqual(tickKinds);
});

it("reaches each kind of fault but those of the ledger", () => {
  const cells: Parameters<typeof storedRow>[1][] = [
    ...[
      { amount: "" },
      { amount: "-1" },
      { naira: "1" },
      { amount: "1.250" },
      { amount: "0.1" },
      { token: "X" },
    ],
    ...[{ accountNumber: "123456785" }, { accountNumber: "####" }, { bank: "X" }, { bank: "GTB" }],
  ];
  const kinds = cells.flatMap((each) =>
    one(each).rows.flatMap(({ faults }) => faults.map(({ kind }) => kind)),
  );
  expect(new Set(kinds)).toEqual(new Set(rowFaultKinds.filter((kind) => kind !== "payee_archived")));
});

it("asks what amounts are whose column doesn’t say, however small they are", () => {
  const unsaid = { assets, banks, unsaid: "Net Pay" };
  const judged = (said: Partial<Said>, cells = {}) =>
    judgeBatch([storedRow(2, { amount: "500" }), storedRow(3, cells)], { ...nothingSaid, ...said }, unsaid);
  const asked = judged({});
  expect(asked.questions.amountIs).toBe(true);
  expect(faultsIn(asked)).toEqual(["2 amount ambiguous", "3 amount ambiguous"]);
  expect(asked.rows[0]?.faults[0]?.message).toMatch(/^“Net Pay” doesn’t say whether it is naira\. /);
  const amounts = (said: Partial<Said>) => {
    const { rows, questions } = judged(said);
    return [questions.amountIs, rows[0]?.read.amount, rows[0]?.read.naira];
  };
  expect(amounts({ amountIs: "naira" })).toEqual([false, null, "500"]);
  expect(amounts({ amountIs: "token" })).toEqual([false, "500", null]);
  const naira = { token: "NGN" };
  const all = judgeBatch([storedRow(2, naira), storedRow(3, naira)], nothingSaid, unsaid);
  expect([all.questions.amountIs, faultsIn(all)]).toEqual([false, []]);
});
