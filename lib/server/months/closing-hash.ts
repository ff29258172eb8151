import { createHash } from "node:crypto";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type MonthFigures, Sums } from "./month-figures";

/**
 * What a closing's hash is made of: its month, a line of its figures as JSON, and a line for each movement that it took. A
 * line is made of texts of known shapes, so no cell can look like two.
 */

const atOnce = 2_000;

/** Of what a person is shown before there is a closing, and the first part of its hash. */
export function figuresHash(month: string, figures: MonthFigures): string {
  return createHash("sha256").update(figuresText(month, figures)).digest("hex");
}

function figuresText(month: string, figures: MonthFigures): string {
  return `month-1 ${month}\n${JSON.stringify(figures)}\n`;
}

function movementLine(row: Omit<MovementRow, "closing" | "is_counted">): string {
  const { transfer_id, seq, kind, source, at, month, token, amount, naira } = row;
  return `${transfer_id} ${seq} ${kind} ${source || "-"} ${at} ${month} ${token} ${amount} ${naira ?? "-"}\n`;
}

/** The hash of what a closing took, and its sums. */
export async function hashClosing(
  ledger: Db | Trx,
  month: string,
  figuresFor: (sums: Sums) => MonthFigures,
): Promise<{ hash: string; movements: number; figures: MonthFigures }> {
  const lines = createHash("sha256");
  const sums = new Sums();
  let movements = 0;
  for await (const rows of readMovements(ledger, { closing: month })) {
    for (const row of rows) {
      lines.update(movementLine(row));
      sums.addMovement(row);
    }
    movements += rows.length;
  }
  const figures = figuresFor(sums);
  const hash = createHash("sha256")
    .update(figuresText(month, figures))
    .update(lines.digest("hex"))
    .digest("hex");
  return { hash, movements, figures };
}

/** What a closing took, or what is of an open month, with what is dated earlier or later than any that is open. */
export type Booked = { closing: string } | { open: string; earlier: boolean; later: boolean };

/**
 * Movements, month by month, kind by kind and token by token, each in the order of time, so that both engines and every
 * language of a database give one order.
 */
export async function* readMovements(
  ledger: Db | Trx,
  booked: Booked,
  only: Partial<Pick<MovementRow, "kind" | "token">> = {},
): AsyncGenerator<MovementRow[]> {
  const closing = "closing" in booked ? booked.closing : null;
  const all = await ofBooking(ledger, booked).select(["month", "kind", "token"]).distinct().execute();
  const groups = all.filter(
    ({ kind, token }) => (only.kind ?? kind) === kind && (only.token ?? token) === token,
  );
  groups.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  for (const group of groups) {
    let after: MovementRow | undefined;
    do {
      const rows: MovementRow[] = await pageOf(ledger, { ...group, closing }, { after, limit: atOnce });
      after = rows.at(-1);
      if (rows.length > 0) yield rows;
      if (rows.length < atOnce) break;
    } while (after !== undefined);
  }
}

const keyOf = ({ month, kind, token }: Pick<MovementRow, "month" | "kind" | "token">) =>
  `${month} ${kind} ${token}`;

/** Of a month's closing, or of an open month. */
export function ofBooking(ledger: Db | Trx, booked: Booked) {
  const from = ledger.selectFrom("movements");
  if ("closing" in booked) return from.where("closing", "=", booked.closing);
  const own = from.where("closing", "is", null);
  // An equality where there is nothing else: then the index has them in their order.
  if (!booked.earlier && !booked.later) return own.where("month", "=", booked.open);
  return own
    .$if(!booked.earlier, (query) => query.where("month", ">=", booked.open))
    .$if(!booked.later, (query) => query.where("month", "<=", booked.open));
}

type Group = Pick<MovementRow, "month" | "kind" | "token" | "closing">;

function pageOf(
  ledger: Db | Trx,
  { closing, month, kind, token }: Group,
  { after, limit }: { after: MovementRow | undefined; limit: number },
): Promise<MovementRow[]> {
  let query = ledger
    .selectFrom("movements")
    .selectAll()
    .where("closing", closing === null ? "is" : "=", closing)
    .where("month", "=", month)
    .where("kind", "=", kind)
    .where("token", "=", token)
    .orderBy("at")
    .orderBy("transfer_id")
    .orderBy("seq")
    .limit(limit);
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("at", "transfer_id", "seq"), ">", tuple(after.at, after.transfer_id, after.seq)),
    );
  return query.execute();
}
