import type { PayeeImport } from "#lib/features/bulk/bulk-api";
import { payeeFields } from "#lib/features/bulk/payee-fields";
import { formatCount } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { countOf, lettersOf } from "#lib/words/tables/table-words";
import type { ShownRow, Standing } from "./import-rows";

const words: Record<Standing, (count: number) => string> = {
  fault: (count) => `${formatCount(count)} to correct`,
  ready: (count) => `${formatCount(count)} ready`,
  saved: (count) => `${formatCount(count)} saved`,
  proposed: (count) => `${formatCount(count)} waiting for approval`,
  exists: (count) => `${formatCount(count)} saved before`,
  left_out: (count) => `${formatCount(count)} left out`,
};
const order: Standing[] = ["saved", "proposed", "fault", "ready", "exists", "left_out"];

/** `48 rows: 2 to correct, 45 ready, 1 saved before.` */
export function summaryWords(rows: readonly ShownRow[]): string {
  const parts = order.flatMap((standing) => {
    const count = rows.filter((row) => row.standing === standing).length;
    return count === 0 ? [] : [words[standing](count)];
  });
  return `${countOf(rows.length, "row")}: ${parts.join(", ")}.`;
}

/** What was made of the table, where that isn't each cell of it. */
export function tableWords({ columns, emptyRows, filledBy, rows }: PayeeImport): string[] {
  const unused = columns.filter(({ field }) => field === null);
  const nameOf = ({ at, name }: (typeof columns)[number]) =>
    name === "" ? `column ${lettersOf(at)}` : `“${showInvisible(name)}”`;
  const titleOf = (field: string) => payeeFields.find(({ id }) => id === field)?.title ?? field;
  const hidden = rows.filter(({ isHidden }) => isHidden).length;
  return [
    ...(unused.length === 0 ? [] : [`Not used: ${unused.map(nameOf).join(", ")}.`]),
    ...filledBy.map(({ field, by }) => `No column for the ${titleOf(field)}: the ${titleOf(by)} is used.`),
    ...(emptyRows === 0 ? [] : [`${countOf(emptyRows, "empty row")}.`]),
    ...(hidden === 0 ? [] : [`${countOf(hidden, "row is", "rows are")} hidden in your spreadsheet.`]),
  ];
}
