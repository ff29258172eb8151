import { sql } from "kysely";
import * as z from "zod/mini";
import { Problem } from "#lib/contract/problem";
import type { Movement, MovementPage } from "#lib/features/books/month-answers";
import { type MovementListInput, movementsAPage } from "#lib/features/books/month-inputs";
import { lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { type Booked, ofBooking } from "#lib/server/months/closing-hash";
import { type MovementKind, type MovementRow, recordKinds } from "#lib/server/tables/books/month-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { statusesOf } from "#lib/transfer/transfer-states";
import { findMonth, type KnownMonth, type KnownMonths, readMonths } from "./read-months";

/** The transfers behind each figure of a month. */

const adjustmentsShown = 100;

/** Throws `not_found`, and `invalid_request` for a cursor that isn't ours. */
export async function listMovements(month: string, input: MovementListInput): Promise<MovementPage> {
  return inSnapshot(await db(), async (trx) => {
    const known = await readMonths(trx);
    const booked = bookedOf(findMonth(known, month), known);
    const after = readCursor(input.cursor);
    const rows =
      input.list === "end"
        ? await openAtEnd(trx, booked, input, after)
        : await moved(trx, booked, input, after);
    const page = rows.slice(0, movementsAPage);
    const last = page.at(-1);
    return {
      items: await withTransfers(trx, page),
      nextCursor: rows.length > movementsAPage && last !== undefined ? cursorOf(last) : null,
    };
  });
}

export function bookedOf({ month, closing }: KnownMonth, { firstOpen, end, open }: KnownMonths): Booked {
  if (closing !== null) return { closing: closing.id };
  const earlier = month === firstOpen && open.some((row) => row.month < month);
  const later = month === end && open.some((row) => row.month > month);
  return { open: month, earlier, later };
}

/** What belongs to months that were closed before it was recorded. */
export async function readAdjustments(trx: Trx, own: KnownMonth, known: KnownMonths) {
  const booked = bookedOf(own, known);
  if ("open" in booked && !booked.earlier) return { adjustments: [], adjusted: 0 };
  const query = () => ofBooking(trx, booked).where("month", "<", own.month);
  const { count } = await query()
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await query()
    .selectAll()
    .orderBy("at", "desc")
    .orderBy("transfer_id")
    .orderBy("seq")
    .limit(adjustmentsShown)
    .execute();
  return { adjustments: await withTransfers(trx, rows), adjusted: Number(count) };
}

function moved(
  trx: Trx,
  booked: Booked,
  { list, token }: MovementListInput,
  after: Place | undefined,
): Promise<MovementRow[]> {
  let query = ofBooking(trx, booked)
    .selectAll()
    .$if(list === "received", (each) => each.where("kind", "in", recordKinds))
    .$if(list !== "received", (each) => each.where("kind", "=", list as MovementKind))
    .orderBy("at", "desc")
    .orderBy("transfer_id", "desc")
    .orderBy("seq", "desc")
    .limit(movementsAPage + 1);
  if (token !== undefined) query = query.where("token", "=", token);
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("at", "transfer_id", "seq"), "<", tuple(after.at, after.id, after.seq)),
    );
  return query.execute();
}

/**
 * Those that came in and didn't leave, by its end: the last step of each, in the order of their IDs. They are open now, or
 * something happened to them since.
 */
async function openAtEnd(
  trx: Trx,
  booked: Booked,
  { token }: MovementListInput,
  after: Place | undefined,
): Promise<MovementRow[]> {
  const [until, since] =
    "closing" in booked
      ? [
          sql<boolean>`closing <= ${booked.closing}`,
          sql<boolean>`(closing > ${booked.closing} or closing is null)`,
        ]
      : [
          sql<boolean>`(closing is not null or month <= ${lastOf(booked)})`,
          sql<boolean>`(closing is null and month > ${lastOf(booked)})`,
        ];
  const open = statusesOf("open").concat(statusesOf("waiting"));
  const rests = await trx
    .selectFrom("movements")
    .select(["transfer_id", ({ fn }) => fn.max("seq").as("seq")])
    .where(({ eb, selectFrom }) =>
      eb(
        "transfer_id",
        "in",
        selectFrom("transfers")
          .select("id as transfer_id")
          .where("status", "in", open)
          .union(selectFrom("movements").select("transfer_id").where(since)),
      ),
    )
    .where(until)
    .where("source", "=", "")
    .$if(token !== undefined, (query) => query.where("token", "=", token ?? ""))
    .$if(after !== undefined, (query) => query.where("transfer_id", ">", after?.id ?? ""))
    .groupBy("transfer_id")
    .having(sql<number>`sum(case when kind in ('created', 'back') then 1 else -1 end)`, "=", 1)
    .orderBy("transfer_id")
    .limit(movementsAPage + 1)
    .execute();
  if (rests.length === 0) return [];
  const rows = await trx
    .selectFrom("movements")
    .selectAll()
    .where(
      isOneOf(
        trx,
        "transfer_id",
        rests.map(({ transfer_id }) => transfer_id),
      ),
    )
    .where("kind", "in", ["created", "back"])
    .orderBy("transfer_id")
    .orderBy("seq", "desc")
    .execute();
  return rests.flatMap(
    ({ transfer_id, seq }) =>
      rows.find((row) => row.transfer_id === transfer_id && row.seq <= Number(seq)) ?? [],
  );
}

const lastOf = ({ open, later }: Extract<Booked, { open: string }>) => (later ? "9999-12" : open);

type Place = { at: string; id: string; seq: number };

function cursorOf({ at, transfer_id, seq }: MovementRow): string {
  return Buffer.from(JSON.stringify([at, transfer_id, seq])).toString("base64url");
}

const Cursor = z.tuple([z.iso.datetime(), z.guid(), z.int32()]);

function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id, seq] = Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { at, id, seq };
  } catch {
    throw new Problem("invalid_request", "This cursor isn't from this dashboard.");
  }
}

/** With whom they are paid to. */
export async function withTransfers(ledger: Db | Trx, rows: readonly MovementRow[]): Promise<Movement[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ transfer_id }) => transfer_id))];
  const owners = await ledger
    .selectFrom("transfers")
    .select(["id", "account_name", "bank_name", "account_number", "reference"])
    .where(isOneOf(ledger, "id", ids))
    .execute();
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return rows.flatMap((row) => {
    const owner = byId.get(row.transfer_id);
    if (owner === undefined) return [];
    const { kind, source, at, month, token, amount, naira } = row;
    return {
      ...{ transferId: row.transfer_id, seq: Number(row.seq), kind, source: source === "" ? null : source },
      ...{ at, month, token, amount: amount as Amount, naira: naira as Amount | null },
      ...{ accountName: owner.account_name, bankName: owner.bank_name },
      ...{ accountLastFour: lastFour(owner.account_number), reference: owner.reference },
    };
  });
}
