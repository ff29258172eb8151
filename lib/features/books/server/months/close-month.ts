import { Problem } from "#lib/contract/problem";
import type { MonthDetail } from "#lib/features/books/month-answers";
import type { CloseInput } from "#lib/features/books/month-inputs";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { figuresHash, hashClosing } from "#lib/server/months/closing-hash";
import { figuresOf, noFigures } from "#lib/server/months/month-figures";
import type { ClosingRow } from "#lib/server/tables/books/month-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { findMonth, type KnownMonths, readMonths } from "./read-months";
import { viewMonth } from "./view-months";

/**
 * Invariant: a closing takes the movements that it counts, and each is taken once. What is written at the same moment is in it
 * or not, and then an adjustment of the next month. There is no opening again.
 */

/** Throws `month_closed`, `month_too_early`, and `month_changed` where the figures are not those that were shown. */
export async function closeMonth(month: string, input: CloseInput, actor: Actor): Promise<MonthDetail> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_books", true);
    await holdValue(trx, "months", "");
    const known = await readMonths(trx);
    await requireClosable(trx, known, month);
    const row = await takeMonth(trx, known, { month, input, by: actor.person.id });
    coverRecord(trx, "closing-1", row);
    await appendAudit(trx, {
      ...{ ...originOf(actor), action: "month_closed", recordId: null },
      detail: { month, rows: `${row.movements}`, file: `sha256:${row.hash}` },
    });
  });
  return viewMonth(month);
}

async function requireClosable(trx: Trx, known: KnownMonths, month: string): Promise<void> {
  const { closing } = findMonth(known, month);
  if (closing !== null)
    throw new Problem(
      "month_closed",
      "It was closed before. What is recorded later is listed in the next month.",
    );
  if (month !== known.firstOpen)
    throw new Problem(
      "month_too_early",
      `Nothing was closed. Close ${known.firstOpen} first: months are closed in order.`,
    );
  if ((await readDatabaseTime(trx)) < known.closableFrom)
    throw new Problem(
      "month_too_early",
      "Nothing was closed. A month can be closed one hour after it is over.",
    );
}

type Closed = { month: string; input: CloseInput; by: string };

async function takeMonth(trx: Trx, known: KnownMonths, { month, input, by }: Closed): Promise<ClosingRow> {
  await trx
    .updateTable("movements")
    .set({ closing: month, is_counted: 1 })
    .where("closing", "is", null)
    .where("month", "<=", month)
    .execute();
  await trx.deleteFrom("movement_totals").where("month", "<=", month).execute();
  const before = known.months.findLast((each) => each.month < month)?.figures ?? noFigures;
  const { hash, movements, figures } = await hashClosing(trx, month, (sums) =>
    figuresOf(before, sums.rows()),
  );
  if (figuresHash(month, figures) !== input.seen)
    throw new Problem(
      "month_changed",
      "Its figures have changed since you opened it. Nothing was closed. Look at them again.",
    );
  const row: ClosingRow = {
    ...{ id: month, closed_at: await readDatabaseTime(trx), closed_by: by },
    ...{ note: input.note?.trim() ?? null, movements, hash, figures: JSON.stringify(figures) },
  };
  await trx.insertInto("closings").values(row).execute();
  return row;
}
