import { Problem } from "#lib/contract/problem";
import { ReceivedInput } from "#lib/contract/received/received";
import type { ReceivedTable } from "#lib/features/books/books-answers";
import type { CheckedReceivedTable } from "#lib/features/books/books-input";
import { koboText } from "#lib/features/books/statement/kobo";
import { readDays } from "#lib/features/books/statement/read-days";
import { markOf, readMoney } from "#lib/features/books/statement/read-money";
import {
  type ReceivedField,
  receivedFields,
  receivedLimits,
} from "#lib/features/books/statement/received-fields";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { recordReceived } from "#lib/server/ledger/received";
import { readReceived } from "#lib/server/standing/received-facts";
import { readTable } from "#lib/server/table-files/read-table";
import type { Db } from "#lib/server/tables/schema";
import type { Row } from "#lib/table/table";
import { canonicalOrNull } from "#lib/text/canonical-text";
import { dayOf } from "#lib/text/zone-day";
import { differenceOf, expectedOf } from "#lib/transfer/received";
import { refuseUnclearDays } from "./unclear-days";

/**
 * What payees said, many at once. Invariant: each row is recorded as by hand, for one transfer that it names alone; a repeat
 * records nothing twice.
 */

type Shown = ReceivedTable["rows"][number];
type Found = { id: string; asked_day: string; submission: string; expected: Amount | null };

/** `check`: only says what would be recorded. Throws what reading a table throws, and `days_unclear`. */
export async function receiveTable(
  { file, text, sheet, mapping, dayOrder, check }: CheckedReceivedTable,
  actor: Actor,
): Promise<ReceivedTable> {
  const brought = file === undefined ? { text: text ?? "" } : { file: Buffer.from(file, "base64"), sheet };
  const { table } = await readTable(brought, receivedFields, receivedLimits, mapping);
  const today = dayOf(Date.now(), env().timeZone);
  const days = readDays(
    table.rows.map(({ n, cells }) => ({ n, cell: cells.day })),
    today,
    dayOrder,
  );
  if ("daysUnclear" in days) throw refuseUnclearDays(days.daysUnclear);
  const mark = markOf(table.rows.map(({ cells }) => cells.amount));
  const ledger = await db();
  const rows: Shown[] = [];
  const named = new Map<string, number>();
  for (const [at, row] of table.rows.entries()) {
    const input = inputOf(row, days.days[at], mark);
    const found = await findTransfer(ledger, row.cells.transfer.text);
    const judged = await judge(ledger, row, input, found);
    const twin = judged.transferId === null ? undefined : named.get(judged.transferId);
    if (twin !== undefined) {
      rows.push({ ...judged, outcome: "fault", message: `Line ${twin} names the same transfer.` });
      continue;
    }
    if (judged.transferId !== null) named.set(judged.transferId, row.n);
    const isDue =
      check !== true && judged.outcome === "ready" && "data" in input && judged.transferId !== null;
    rows.push(isDue ? await record(judged, judged.transferId ?? "", input.data, actor) : judged);
  }
  return { columns: table.columns.map(({ name, field }) => ({ name: name.slice(0, 200), field })), rows };
}

type Input = { data: ReceivedInput } | { fault: string };

function inputOf({ cells }: Row<ReceivedField>, day: string | null | undefined, mark: "." | ","): Input {
  const money = readMoney(cells.amount, mark);
  if (money.kind === "wrong") return { fault: `The amount: ${money.why}` };
  if (money.kind === "none") return { fault: "There is no amount. If nothing arrived, write 0." };
  if (money.says === "minus" || money.says === "debit") return { fault: "The amount is below zero." };
  if (day === undefined) return { fault: "There is no day." };
  if (day === null) return { fault: `The day can’t be read: ${cells.day.text.slice(0, 50)}.` };
  const parsed = ReceivedInput.safeParse({ amount: koboText(money.kobo), day, toldBy: cells.toldBy.text });
  return parsed.success
    ? { data: parsed.data }
    : { fault: parsed.error.issues[0]?.message ?? "This row can’t be read." };
}

/** By our ID, the service's, or a reference that no other transfer has. */
async function findTransfer(ledger: Db, given: string): Promise<Found | string> {
  const name = given.trim();
  if (name === "") return "No transfer is named.";
  const key = canonicalOrNull(name);
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "asked_day", "submission", "accepted_output", "quote_output"])
    .where(({ eb, or }) =>
      or([
        eb("id", "=", name.toLowerCase()),
        eb("transaction_id", "=", name),
        ...(key === null ? [] : [eb("reference_key", "=", key)]),
      ]),
    )
    .limit(2)
    .execute();
  const [row, other] = rows;
  if (row === undefined) return "No transfer has this ID or reference.";
  if (other !== undefined) return "Several transfers have this name. Give our ID.";
  return { ...row, expected: expectedOf(row.accepted_output, row.quote_output) };
}

async function judge(
  ledger: Db,
  row: Row<ReceivedField>,
  input: Input,
  found: Found | string,
): Promise<Shown> {
  const text = (field: ReceivedField) => row.cells[field].text.slice(0, 200);
  const cells = {
    transfer: text("transfer"),
    amount: text("amount"),
    day: text("day"),
    toldBy: text("toldBy"),
  };
  const base = { n: row.n, cells, transferId: null, difference: null, message: null };
  if (typeof found === "string") return { ...base, outcome: "fault", message: found };
  const of = { ...base, transferId: found.id };
  if ("fault" in input) return { ...of, outcome: "fault", message: input.fault };
  const { amount, day } = input.data;
  if (found.submission !== "accepted")
    return { ...of, outcome: "fault", message: "The service doesn’t know this transfer." };
  if (day < found.asked_day)
    return { ...of, outcome: "fault", message: "This day is before the transfer was asked for." };
  if (day > dayOf(Date.now(), env().timeZone))
    return { ...of, outcome: "fault", message: "This day is still to come." };
  const difference = differenceOf({ amount: amount as Amount }, found.expected);
  const said = (await readReceived(ledger, [found.id])).get(found.id) ?? [];
  const before = said.find(({ source }) => source === "payee_said");
  if (before === undefined) return { ...of, difference, outcome: "ready" };
  return compareAmounts(before.amount, amount as Amount) === 0
    ? { ...of, difference, outcome: "exists" }
    : {
        ...of,
        difference,
        outcome: "fault",
        message: "Another amount is recorded. Withdraw that record first.",
      };
}

async function record(shown: Shown, id: string, input: ReceivedInput, actor: Actor): Promise<Shown> {
  try {
    await recordReceived(id, input, actor);
    return { ...shown, outcome: "recorded" };
  } catch (error) {
    // What is about this transfer stops no other; what is about the person or the server stops all.
    if (error instanceof Problem && (error.code === "not_resolvable" || error.code === "invalid_input"))
      return { ...shown, outcome: "fault", message: error.errors[0]?.message ?? error.detail };
    throw error;
  }
}
