import { expect, it } from "vitest";
import type { ImportedRow, PayeeImport } from "#lib/features/bulk/bulk-api";
import { readBanks } from "#lib/features/bulk/judge-payee";
import { lettersOf } from "#lib/words/tables/table-words";
import {
  bankQuestions,
  type Changes,
  keptSaved,
  lostZeros,
  orderOf,
  sentChanges,
  showRows,
  withChange,
} from "./import-rows";
import { summaryWords, tableWords } from "./import-words";

const gtb = { code: "000013", name: "GTBank" };
const banks = readBanks([gtb, { code: "000015", name: "Zenith Bank" }]);
const right = "0123456785";

function row(n: number, change: Partial<ImportedRow> = {}, cells: Record<string, string> = {}): ImportedRow {
  const { name = "Ada", bank = "GTBank", accountNumber = right, accountName = "ADA EZE" } = cells;
  return {
    ...{ n, isHidden: false, outcome: "ready", payeeId: null, remark: null, faults: [] },
    cells: {
      ...{ name: { text: name }, bank: { text: bank } },
      ...{ accountNumber: { text: accountNumber }, accountName: { text: accountName } },
    },
    ...change,
  };
}
const answerOf = (...rows: ImportedRow[]): PayeeImport => ({
  ...{ kind: "text", headerLine: 1, above: [], emptyRows: 0, columns: [], filledBy: [], rows },
});
const known = { path: "howChecked", kind: "name_known", message: "Known." } as const;
const nothing: Changes = new Map();
const standings = (answer: PayeeImport, changes: Parameters<typeof showRows>[1], sent = nothing) =>
  showRows({ answer, sent }, changes, banks).map(({ row: { n }, standing }) => `${n} ${standing}`);

it("takes the server's word for a row until somebody changes it, and its own rules from then on", () => {
  const answer = answerOf(
    row(2, { outcome: "exists", remark: "Saved already." }),
    row(3, { outcome: "fault", faults: [known] }),
    row(4, { outcome: "saved" }),
  );
  expect(standings(answer, nothing)).toEqual(["2 exists", "3 fault", "4 saved"]);
  let changes = withChange(nothing, [2, 3, 4], () => ({ name: "Other" }));
  expect(standings(answer, changes)).toEqual(["2 ready", "3 ready", "4 saved"]);
  expect(standings(answer, changes, changes)).toEqual(["2 exists", "3 fault", "4 saved"]);
  changes = withChange(changes, [2], (before) => ({ ...before, accountNumber: "12" }));
  changes = withChange(changes, [3], (before) => ({ ...before, isLeftOut: true }));
  expect(standings(answer, changes)).toEqual(["2 fault", "3 left_out", "4 saved"]);
  changes = withChange(changes, [3], (before) => ({ ...before, isLeftOut: false }));
  expect(standings(answerOf(row(3, { outcome: "left_out" })), changes)).toEqual(["3 ready"]);
  expect(sentChanges(changes)).toContainEqual({ n: "2", name: "Other", accountNumber: "12" });
});

it("keeps the order while rows are corrected, faults first", () => {
  const answer = answerOf(
    row(2),
    row(3, { outcome: "fault", faults: [known] }),
    row(4),
    row(5, { outcome: "fault" }),
  );
  expect(orderOf(answer)).toEqual([3, 5, 2, 4]);
});

it("still says saved of what was saved before the next press", () => {
  const before = answerOf(row(2, { outcome: "saved" }), row(3, { outcome: "exists" }));
  const after = answerOf(row(2, { outcome: "exists" }), row(3, { outcome: "exists" }));
  expect(keptSaved(before, after).rows.map(({ outcome }) => outcome)).toEqual(["saved", "exists"]);
});

it("asks about each text that is no bank once, and offers zeros for whole columns", () => {
  const cells = { bank: "Zenit", accountNumber: right.slice(1) };
  const fault = { outcome: "fault" } as const;
  const changed = withChange(nothing, [2, 3, 4], () => ({ name: "Ada E." }));
  const rows = showRows(
    {
      answer: answerOf(row(2, fault, cells), row(3, fault, cells), row(4, fault, { bank: "nobody" })),
      sent: nothing,
    },
    changed,
    banks,
  );
  expect(
    bankQuestions(rows).map(({ text, ns, choices }) => [text, ns, choices.map(({ name }) => name)]),
  ).toEqual([
    ["Zenit", [2, 3], ["Zenith Bank"]],
    ["nobody", [4], []],
  ]);
  expect([...lostZeros(rows)]).toEqual([
    [2, right],
    [3, right],
  ]);
  const left = withChange(changed, [2, 3], (before) => ({ ...before, isLeftOut: true }));
  expect(
    bankQuestions(showRows({ answer: answerOf(row(2, fault, cells)), sent: nothing }, left, banks)),
  ).toEqual([]);
});

it("says in words what was made of the table", () => {
  const answer = answerOf(row(2), row(3, { isHidden: true, outcome: "fault" }));
  const rows = showRows({ answer, sent: nothing }, nothing, banks);
  expect(summaryWords(rows)).toBe("2 rows: 1 to correct, 1 ready.");
  const columns = [
    { at: 0, name: "Name", field: "name" as const },
    { at: 1, name: "Amount", field: null },
    { at: 27, name: "", field: null },
  ];
  const filledBy = [{ field: "accountName" as const, by: "name" as const }];
  expect(tableWords({ ...answer, columns, filledBy, emptyRows: 1 })).toEqual([
    "Not used: “Amount”, column AB.",
    "No column for the account name: the name is used.",
    "1 empty row.",
    "1 row is hidden in your spreadsheet.",
  ]);
  expect([0, 25, 26, 701].map(lettersOf)).toEqual(["A", "Z", "AA", "ZZ"]);
});
