import { detailOf, Problem } from "#lib/contract/problem";
import { mostRows } from "#lib/features/bulk/limits";
import { env } from "#lib/server/config/env";
import { gridOf, questionOf } from "#lib/server/table-files/read-workbook";
import { readSheet } from "#lib/server/table-files/workbook-sheet.mjs";
import { writeTable } from "#lib/server/table-files/write-table";
import { bad, type Findings, ok, warn } from "./finding";

const topic = "spreadsheets";

/** Whether workbooks can be read and written here, and which tokens have no file for a Safe. */
export async function* checkBulk(): Findings {
  const columns = ["Name", "Bank", "Account", "Amount"];
  const row = ["Ada", "000013", "0123456789", "1.50"];
  try {
    const file = await writeTable("xlsx", "Payouts", { columns, rows: [row] });
    const { lines } = gridOf(await readSheet(questionOf(file, mostRows)), mostRows);
    const isSame = JSON.stringify(lines[1]?.cells.map(({ text }) => text)) === JSON.stringify(row);
    yield isSame
      ? ok(topic, "An .xlsx file can be written and read.")
      : bad(topic, "An .xlsx file that was written is read as something else. Use CSV, and report this.");
  } catch (error) {
    const why = error instanceof Problem ? ` ${detailOf(error)}` : "";
    yield bad(topic, `An .xlsx file can't be written and read here.${why} Use CSV.`);
  }
  const unnamed = env().assets.filter(
    ({ addressFamily, chainId, chainPrefix, contract }) =>
      addressFamily === "evm" && chainId !== undefined && contract !== undefined && chainPrefix === undefined,
  );
  if (unnamed.length > 0)
    yield warn(
      topic,
      `${unnamed.map(({ asset }) => asset).join(", ")}: without chainPrefix in the asset table a batch has no funding file for a Safe.`,
    );
}
