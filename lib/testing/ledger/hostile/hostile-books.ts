import { createHash, randomUUID } from "node:crypto";
import type { BroughtStatement } from "#lib/features/books/books-answers";
import type { Amount } from "#lib/money/money";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-11-20T14:02:11.000Z";
const long = "字".repeat(2_000);
const listed = 100;

/** Of a payee that has the ID too: an own account and a statement of the given ID, with as much text in each of 300 lines as a file may have. */
export async function fillOwnAccount(ledger: Db, id: string, personId: string): Promise<void> {
  const account = { bank_code: "000013", account_number: "0123456789" };
  const by = { brought_at: at, brought_by: personId };
  await ledger
    .insertInto("own_accounts")
    .values({
      ...{ id, ...account, payee_id: id, n: 1, marked_at: at, marked_by: personId },
      ...{ ended_at: null, ended_by: null, form: null },
    })
    .execute();
  const texts = Array.from({ length: listed }, (_, n) => ({ n, text: "字".repeat(200) }));
  const brought: BroughtStatement = {
    ...{ kind: "text", headerLine: 31, emptyRows: 9, hasBalances: true, isSwapped: true },
    ...{ dayOrder: "day_month", account: account.account_number, chargesSum: "0.00" as Amount },
    above: Array.from({ length: 30 }, (_, n) => ({ n, cells: Array(50).fill("字".repeat(20)) })),
    columns: Array.from({ length: 50 }, () => ({ name: "字".repeat(200), field: null })),
    counts: { others: 9_999, faults: 9_999, remarks: 9_999, breaks: 9_999 },
    others: texts.map(({ n, text }) => ({ n, kind: "note", text })),
    faults: texts.map(({ n, text }) => ({ n, column: "day", why: text })),
    remarks: texts.map(({ n }) => ({ n, what: "digits_lost" })),
    breaks: texts.map(({ n }) => ({ afterN: n, missing: `-${"9".repeat(20)}.99` as Amount })),
  };
  for (let file = 0; file < 100; file++)
    await ledger
      .insertInto("statements")
      .values({
        ...{
          id: file === 0 ? id : randomUUID(),
          idempotency_key: randomUUID(),
          content_hash: "f".repeat(64),
        },
        ...{ account_id: id, name: "字".repeat(200), file_hash: "f".repeat(64), ...by },
        ...{ first_day: "2026-11-01", last_day: "2026-11-20", fresh: 300, known: 9_999, lines_hash: "" },
        ...{ opening: null, closing: null, doubts: 9_999, brought: JSON.stringify(brought) },
        ...{ removed_at: null, removed_by: null },
      })
      .execute();
  for (let n = 1; n <= 300; n++)
    await ledger
      .insertInto("statement_lines")
      .values({
        ...{ id: `${id}.${n}`, statement_id: id, account_id: id, n, occurrence: 1 },
        identity: createHash("sha256").update(`${n}`).digest("hex"),
        ...{ day: "2026-11-20", value_day: null, side: "credit", amount: `${"9".repeat(18)}.99` },
        ...{ balance: null, reference: long, narration: long },
      })
      .execute();
}
