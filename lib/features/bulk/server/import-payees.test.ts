import { writeXlsx } from "hucre/xlsx";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nubanCheckDigit } from "#lib/bank/nuban";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { PayeeAccount, PayeeList } from "#lib/contract/payees";
import type { PayeeImport, PayeeImportInput } from "#lib/features/bulk/bulk-api";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

/** An account whose check digit is GTBank's. */
const account = (serial: number) => {
  const nine = `${serial}`.padStart(9, "0");
  return `${nine}${nubanCheckDigit("058", nine)}`;
};
const load = (body: PayeeImportInput) => dashboard.send<PayeeImport>("POST", "/api/payees/import", { body });
const outcomes = async (body: PayeeImportInput) =>
  (await load(body)).body.rows.map(({ n, outcome, faults }) =>
    [n, outcome, ...faults.map(({ path, kind }) => `${path} ${kind}`)].join(" "),
  );
const saved = async () =>
  (await dashboard.send<PayeeList>("GET", "/api/payees")).body.payees.map(({ name }) => name).sort();
const table = (...rows: string[]) => ["Name,Bank,Account number,Account name", ...rows].join("\n");
const [ada, obi, uche] = [account(12345678), account(22345678), account(32345678)];

it("saves each row as by hand, once, and says of each what became of it", async () => {
  const text = table(
    `Ada,GTB,${ada},ADA EZE`,
    `Obi,Guaranty Trust Bank (GTBank),${obi},OBI OKO`,
    `Ada again,000013,${ada},ADA EZE`,
    `Total,,,`,
    "",
    `Uche,No such bank,${uche},UCHE OBI`,
  );
  expect(await outcomes({ text, check: true })).toEqual([
    "2 ready",
    "3 ready",
    "4 exists",
    "5 fault bank bank accountNumber wrong accountName wrong",
    "7 fault bank bank",
  ]);
  expect(await saved()).toEqual([]);
  const { body } = await load({ text });
  expect(body.rows.map(({ outcome }) => outcome)).toEqual(["saved", "saved", "exists", "fault", "fault"]);
  expect([body.emptyRows, body.rows[2]?.remark]).toEqual([1, "Saved already, as Ada."]);
  expect(await saved()).toEqual(["Ada", "Obi"]);
  const { id = "" } = (await dashboard.send<PayeeList>("GET", "/api/payees?q=Ada")).body.payees[0] ?? {};
  expect((await dashboard.send<PayeeAccount>("GET", `/api/payees/${id}/account`)).body).toEqual({
    version: 1,
    ...{ bankCode: "000013", bankName: "Guaranty Trust Bank (GTBank)" },
    ...{ accountNumber: ada, accountName: "ADA EZE" },
  });

  expect((await outcomes({ text })).slice(0, 3)).toEqual(["2 exists", "3 exists", "4 exists"]);
  expect(await saved()).toEqual(["Ada", "Obi"]);
  const { items } = (await dashboard.send<AuditPage>("GET", "/api/audit?action=payees_imported")).body;
  expect(items.map(({ detail }) => JSON.parse(detail))).toEqual([
    { file: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), rows: "5", saved: "0" },
    { file: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), rows: "5", saved: "2" },
  ]);
  const log = (await dashboard.send<AuditPage>("GET", "/api/audit?limit=100")).body;
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${ada}|${obi}`));
});

it("never puts a lost zero back by itself, and judges the check digit after it", async () => {
  const text = table(
    `Ada,GTB,${ada.slice(1)},ADA EZE`,
    `Obi,GTB,${obi.slice(0, 9)}${(Number(obi[9]) + 1) % 10},OBI OKO`,
  );
  expect(await outcomes({ text })).toEqual([
    "2 fault accountNumber lost_zero",
    "3 fault accountNumber check_digit",
  ]);
  const changes = [
    { n: "2", accountNumber: ada },
    { n: "3", confirmCheckDigit: true },
  ];
  expect(await outcomes({ text, changes })).toEqual(["2 saved", "3 saved"]);
  const wrong = { n: "2", accountNumber: `0${ada.slice(1, 9)}${(Number(ada[9]) + 1) % 10}` };
  expect(await outcomes({ text, changes: [wrong, { n: "3", isLeftOut: true }] })).toEqual([
    "2 fault accountNumber check_digit",
    "3 left_out",
  ]);
});

it("asks how an account was checked under a known name, as the form does", async () => {
  await load({ text: table(`Ada,GTB,${ada},ADA EZE`) });
  const text = table(
    `ADA,GTB,${obi},ADA EZE`,
    `New,GTB,${uche},UCHE OBI`,
    `New,Access Bank,0123456789,UCHE OBI`,
  );
  const changes = [{ n: "4", confirmCheckDigit: true }];
  for (const check of [true, false])
    expect(await outcomes({ text, changes, check })).toEqual([
      "2 fault howChecked name_known",
      check ? "3 ready" : "3 saved",
      "4 fault howChecked name_known",
    ]);
  const howChecked = "Called the number that we know";
  expect(
    await outcomes({
      text,
      changes: [
        { n: "2", howChecked },
        { n: "4", isLeftOut: true },
      ],
    }),
  ).toEqual(["2 saved", "3 exists", "4 left_out"]);
});

it("reads a workbook in a thread of its own", async () => {
  const sheet = (name: string, hidden = false) => ({
    ...{ name, hidden },
    rows: [
      ["Payroll of November"],
      [],
      ["Beneficiary", "Bank", "NUBAN", "Amount"],
      ["ADA EZE", "GTB", Number(ada), 1250.5],
      ["OBI OKO", 58, obi, null],
    ],
  });
  const fileOf = async (...sheets: ReturnType<typeof sheet>[]) =>
    Buffer.from(await writeXlsx({ sheets })).toString("base64");
  const file = await fileOf(sheet("Staff"), sheet("Old", true));
  const { body } = await load({ file, check: true });
  expect(body).toMatchObject({
    ...{ kind: "workbook", headerLine: 3, above: [{ n: 1, cells: ["Payroll of November"] }] },
    filledBy: [{ field: "name", by: "accountName" }],
  });
  expect(body.columns.map(({ name, field }) => [name, field])).toEqual([
    ["Beneficiary", "accountName"],
    ["Bank", "bank"],
    ["NUBAN", "accountNumber"],
    ["Amount", null],
  ]);
  expect(body.rows.map(({ n, cells, faults }) => [n, cells.accountNumber, faults[0]?.kind])).toEqual([
    [4, { text: ada.slice(1), form: "number" }, "lost_zero"],
    [5, { text: obi }, "bank"],
  ]);
  const two = await fileOf(sheet("Staff"), sheet("Contractors"));
  const { problem } = await load({ file: two, check: true });
  expect([problem.code, problem.sheets]).toEqual(["columns_unclear", ["Staff", "Contractors"]]);
  expect((await load({ file: two, sheet: "Contractors", check: true })).body.rows).toHaveLength(2);
});

it("saves each account once where two people import the same file at once", async () => {
  const text = table(...[ada, obi, uche].map((number, at) => `P${at},GTB,${number},PERSON ${"ABC"[at]}`));
  const both = await Promise.all([load({ text }), load({ text })]);
  const said = both.map(({ body }) => body.rows.map(({ outcome }) => outcome));
  for (const at of [0, 1, 2]) expect(said.map((each) => each[at]).sort()).toEqual(["exists", "saved"]);
  expect(await saved()).toEqual(["P0", "P1", "P2"]);
});

it("takes a file of 1 MB, and refuses a larger one by its size", async () => {
  const row = `Ada,GTB,${ada},ADA EZE,`;
  const rows = (bytes: number) => {
    const count = Math.floor(bytes / (row.length + 1_001));
    return Buffer.from(`Name,Bank,NUBAN,Account name,Note\n${`${row}${"x".repeat(1_000)}\n`.repeat(count)}`);
  };
  const small = rows(1_020_000);
  const { body } = await load({ file: small.toString("base64"), check: true });
  expect(body.rows.length).toBeGreaterThan(900);
  const large = await load({ file: rows(1_300_000).toString("base64"), check: true });
  expect([large.problem.code, large.problem.detail]).toEqual([
    "unreadable_file",
    expect.stringContaining("1.3 MB"),
  ]);
  const huge = await load({ file: Buffer.alloc(4_000_000).toString("base64"), check: true });
  expect(huge.status).toBe(413);
  expect((await load({ file: "no base64!", check: true })).problem.errors?.[0]?.path).toBe("file");
  expect((await load({ check: true })).status).toBe(422);
});

it("takes no change of a row that isn't there, nor two of one", async () => {
  const text = table(`Ada,GTB,${ada},ADA EZE`);
  for (const [changes, said] of [
    [[{ n: "3", isLeftOut: true }], "The table has no row in line 3."],
    [[{ n: "2" }, { n: "2", isLeftOut: true }], "A row is changed twice."],
  ] as const) {
    const { status, problem } = await load({ text, changes: [...changes] });
    expect([status, problem.errors?.[0]?.message]).toEqual([422, said]);
  }
  expect(await saved()).toEqual([]);
});

it("is for finance, ten times a minute", async () => {
  for (let count = 0; count < 10; count += 1)
    expect((await load({ text: "", check: true })).status).toBe(422);
  expect((await load({ text: "", check: true })).problem.code).toBe("too_many_requests");
});

it("asks where the columns are, and takes the answer", async () => {
  const text = `Ada;GTB;${ada}\nObi;GTB;${obi}`;
  const { status, problem } = await load({ text });
  expect([status, problem.code]).toEqual([422, "columns_unclear"]);
  expect(problem.unclear).toMatchObject({
    why: "no_header",
    top: [{ n: 1, cells: ["Ada", "GTB", ada] }, { n: 2 }],
  });
  const mapping = { headerLine: null, columns: { name: "0", bank: "1", accountNumber: "2" } };
  expect(await outcomes({ text, mapping })).toEqual(["1 saved", "2 saved"]);
});
