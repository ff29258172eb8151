import type { FeatureFigure } from "#lib/server/database/feature-figures";
import type { Db } from "#lib/server/tables/schema";

/** Invariant: reads only, and names nobody. */

/** For the metrics. How long a file took to read is in the route's own times. */
export async function readBookFigures(ledger: Db): Promise<FeatureFigure[]> {
  const rows = await ledger
    .selectFrom("statement_lines")
    .select("side")
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("line_matches")
          .select("line_matches.id")
          .whereRef("line_id", "=", "statement_lines.id")
          .where("withdrawn_at", "is", null),
      ).as("is_matched"),
    )
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .groupBy(["side", "is_matched"])
    .execute();
  return rows.map(({ side, is_matched, count }) => ({
    ...{ name: "statement_lines", help: "Lines of statements that are kept, by standing." },
    label: ["standing", side === "debit" ? "debit" : is_matched ? "matched" : "open"],
    value: Number(count),
  }));
}
