import { listMovements } from "#lib/features/books/server/months/month-lists";
import { viewMonth, viewMonths } from "#lib/features/books/server/months/view-months";

/** What the pages of a month read, each of a month that `pick` chooses; how many rows it gave. */
export async function monthReads(
  pick: (months: readonly string[]) => string,
): Promise<Record<string, () => Promise<number>>> {
  const months = (await viewMonths()).items.map(({ month }) => month);
  const countOf = async (list: "paid" | "end") => (await listMovements(pick(months), { list })).items.length;
  return {
    "a month": async () => (await viewMonth(pick(months))).figures.tokens.length,
    "a month's list of what was paid": () => countOf("paid"),
    "a month's list of what is open": () => countOf("end"),
  };
}
