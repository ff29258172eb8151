import { writeXlsx } from "hucre/xlsx";
import { nubanCheckDigit } from "#lib/bank/nuban";
import type { PayeeList } from "#lib/contract/payees";
import { expectAccessible } from "./support/checks/accessible";
import { pressEnter, tabTo } from "./support/checks/keyboard";
import { expect, test } from "./support/dashboards/test";

// Its payees are in no other file's form.
test.use({ ownDashboard: "payee-import" });

/** An account whose check digit is GTBank's. */
function account(serial: number): string {
  const nine = `${serial}`.padStart(9, "0");
  return `${nine}${nubanCheckDigit("058", nine)}`;
}
const [ada, obi, uche, ngozi, musa] = [1, 2, 3, 4, 5].map((each) => account(12_345_678 + each * 10_000_000));
const wrong = `${musa?.slice(0, 9)}${(Number(musa?.[9]) + 1) % 10}`;

const pasted = [
  ["Acme Foods Ltd, November"],
  [],
  ["Name", "Bank", "Account number", "Account name", "Amount"],
  ["Ada", "GTB", `${ada}`, "ADA EZE", "1,250"],
  ["Obi", "GTB", `${obi}`.slice(1), "OBI OKO", "900"],
  ["Uche", "Guarranty", `${uche}`, "UCHE OBI", "75"],
  ["Musa", "GTB", wrong, "MUSA BELLO", "60"],
  ["", "", "", "Total", "2,285"],
];
const asText = pasted.map((row) => row.join("\t")).join("\n");

test("a pasted table is corrected and imported by the keyboard, and again adds nothing", async ({
  page,
  request,
}) => {
  await page.goto("/payees");
  const button = page.getByRole("link", { name: "Import payees…" });
  await tabTo(page, button, 60);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import payees");
  await expectAccessible(page, "import of payees, nothing chosen");

  const read = page.getByRole("button", { name: "Read the table" });
  await pressEnter(read);
  await expect(page.getByText("Choose a file, or paste a table.")).toBeVisible();
  await tabTo(page, page.getByLabel("Or paste it here"));
  await page.keyboard.insertText(asText);
  await tabTo(page, read);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "5 rows: 4 to correct, 1 ready." })).toBeVisible();
  await expect(page.getByText("Not used: “Amount”.")).toBeVisible();
  await expect(page.getByText("1 line above the table left out")).toBeVisible();
  await expectAccessible(page, "import of payees, rows to correct");

  await tabTo(page, page.getByRole("button", { name: "Put the zeros back on 1 row" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "5 rows: 3 to correct, 2 ready." })).toBeVisible();
  await expect(page.getByText(`“GTB”, “${`${obi}`.slice(1)}”`)).toBeVisible();

  const bank = page.getByRole("button", { name: /^Guaranty Trust Bank \(GTBank\) · 000013$/ });
  await tabTo(page, bank);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "5 rows: 2 to correct, 3 ready." })).toBeVisible();

  await tabTo(page, page.getByRole("checkbox", { name: "The number in line 7 is right" }));
  await page.keyboard.press("Space");
  const edit = page.getByRole("button", { name: "Edit line 4" });
  await tabTo(page, edit);
  await page.keyboard.press("Enter");
  const name = page.getByRole("form", { name: "Line 4" }).getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Nobody");
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("Ada");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ada, rent");
  await page.keyboard.press("Enter");
  await expect(edit).toBeFocused();
  await expect(page.getByText("Ada, rent", { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Import 4 payees" }), 60);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "4 payees saved" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "5 rows: 4 saved, 1 to correct." })).toBeVisible();
  await expectAccessible(page, "import of payees, saved");

  await page.getByRole("button", { name: "Choose another table" }).click();
  await page.getByLabel("Or paste it here").fill(asText);
  await read.click();
  await expect(page.getByText("Saved already, as Ada, rent.")).toBeVisible();
  const { payees } = (await (await request.get("/api/payees")).json()) as PayeeList;
  expect(payees.map((payee) => payee.name).sort()).toEqual(["Ada, rent", "Musa", "Obi", "Uche"]);
});

test("a workbook asks for its sheet and its columns, on a phone as well", { tag: "@detail" }, async ({
  page,
  watch,
}) => {
  watch.allowFailures(/^\/api\/payees\/import$/);
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = [
    ["Who", "Where", "Number"],
    ["NGOZI EZE", "058", `${ngozi}`],
  ];
  const bytes = await writeXlsx({
    sheets: [
      { name: "Notes", rows: [["Nothing here"]] },
      { name: "Staff", rows },
    ],
  });
  await page.goto("/payees/import");
  const file = page.getByLabel("File");
  const read = page.getByRole("button", { name: "Read the table" });
  await file.setInputFiles({
    name: "old.xls",
    mimeType: "application/vnd.ms-excel",
    buffer: Buffer.from("<html>"),
  });
  await read.click();
  await expect(page.getByText(/^This is a web page and no spreadsheet/)).toBeVisible();
  await file.setInputFiles({ name: "staff.xlsx", mimeType: "", buffer: Buffer.from(bytes) });
  await read.click();
  await expect(page.getByText("The workbook has 2 sheets. Choose one.")).toBeVisible();
  await expectAccessible(page, "import of payees, sheets");
  await page.getByLabel("Sheet").selectOption("Staff");
  await read.click();
  await expect(page.getByText(/^We found no line with the names of the columns/)).toBeVisible();
  await page
    .getByLabel("Line with the names of the columns")
    .selectOption({ label: "Line 1: Who · Where · Number" });
  await page.getByLabel("Account name").selectOption({ label: "A: Who" });
  await page.getByLabel("Bank").selectOption({ label: "B: Where" });
  await page.getByLabel("Account number").selectOption({ label: "C: Number" });
  await expectAccessible(page, "import of payees, columns");
  await read.click();
  await page.getByRole("button", { name: "Import 1 payee" }).click();
  await expect(page.getByRole("heading", { name: "1 payee saved" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the payees" }).click();
  await expect(page.getByRole("link", { name: "NGOZI EZE" })).toBeVisible();
});
