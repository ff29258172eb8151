import type { MonthFigures } from "#lib/features/books/month-answers";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import type { Db } from "#lib/server/tables/schema";

const long = "字".repeat(2_000);
const tokens = 20;
const at = "2026-11-20T14:02:11.000Z";
const amount = `${"9".repeat(60)}.${"9".repeat(18)}`;

/** The last that is closed of twenty years of months. */
export const closedMonth = "2026-10";

/** Twenty years of closed months of twenty tokens, and a thousand movements of the last one that were recorded later. */
export async function fillMonths(ledger: Db, transferId: string, personId: string): Promise<void> {
  const figure = { count: 9_999_999, amount: amount as MonthFigures["tokens"][number]["start"]["amount"] };
  const figures: MonthFigures = {
    tokens: Array.from({ length: tokens }, (_, n) => ({
      ...{ token: `TOKEN${"X".repeat(20)}${n}`, start: figure, created: figure, back: figure, paid: figure },
      ...{ failed: figure, never: figure, end: figure, expected: figure },
    })),
    received: [],
  };
  const [year = 0, month = 0] = closedMonth.split("-").map(Number);
  const last = year * 12 + month - 1;
  for (let n = 240; n >= 0; n--) {
    const id = `${Math.floor((last - n) / 12)}-${`${((last - n) % 12) + 1}`.padStart(2, "0")}`;
    await ledger
      .insertInto("closings")
      .values({
        ...{ id, closed_at: at, closed_by: personId, note: long, movements: 9_999_999 },
        ...{ hash: "f".repeat(64), figures: JSON.stringify(figures) },
      })
      .execute();
  }
  const late = (n: number): MovementRow => ({
    ...{
      transfer_id: transferId,
      seq: 1_000_000 + n,
      kind: n % 2 === 0 ? "paid" : "created",
      source: "",
      at,
    },
    ...{ month: closedMonth, token: `T${n % tokens}`, amount, naira: amount, closing: null, is_counted: 0 },
  });
  for (let from = 0; from < 1_000; from += 200)
    await ledger
      .insertInto("movements")
      .values(Array.from({ length: 200 }, (_, n) => late(from + n)))
      .execute();
}
