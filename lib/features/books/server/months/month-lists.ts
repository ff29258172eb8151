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
import { transferIds } from "#lib/server/tables/transfer-ids";
import { statusesOf } from "#lib/transfer/transfer-states";
import { findMonth, type KnownMonth, type KnownMonths, readMonths } from "./read-months";

/** The transfers behind each figure of a month. */

const adjustmentsShown = 100;
const transfersAStep = 2_000;

/** Throws `not_found`, and `invalid_request` for a cursor that isn't ours. `aStep`: transfers looked at before others have a turn. */
export async function listMovements(
  month: string,
  input: MovementListInput,
  aStep = transfersAStep,
): Promise<MovementPage> {
  const ledger = await db();
  const after = readCursor(input.cursor);
  const rows =
    input.list === "end"
      ? await openAtEnd(ledger, month, { input, after }, aStep)
      : await inSnapshot(ledger, async (trx) => {
          const known = await readMonths(trx);
          const own = findMonth(known, month);
          return moved(trx, own, { booked: bookedOf(own, known), input, after });
        });
  const page = rows.slice(0, movementsAPage);
  const last = page.at(-1);
  return {
    items: await withTransfers(ledger, page),
    nextCursor: rows.length > movementsAPage && last !== undefined ? cursorOf(last) : null,
  };
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

type Asked = { booked: Booked; input: MovementListInput; after: Place | undefined };

/** Each kind and token is a list of the index, in its order: a page is the newest of them all. */
async function moved(trx: Trx, { figures }: KnownMonth, asked: Asked): Promise<MovementRow[]> {
  const { list, token } = asked.input;
  const kinds: readonly MovementKind[] = list === "received" ? recordKinds : [list as MovementKind];
  const tokens =
    list === "received"
      ? figures.received.map(({ currency }) => currency)
      : figures.tokens.map((each) => each.token);
  const rows: MovementRow[] = [];
  for (const kind of kinds)
    for (const each of token === undefined ? new Set(tokens) : [token])
      rows.push(...(await newest(trx, asked, { kind, token: each })));
  return rows.sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1)).slice(0, movementsAPage + 1);
}

const orderOf = ({ at, transfer_id, seq }: MovementRow) =>
  `${at} ${transfer_id} ${`${seq}`.padStart(10, "0")}`;

function newest(
  trx: Trx,
  { booked, after }: Asked,
  { kind, token }: Pick<MovementRow, "kind" | "token">,
): Promise<MovementRow[]> {
  let query = ofBooking(trx, booked)
    .selectAll()
    .where("kind", "=", kind)
    .where("token", "=", token)
    .orderBy("at", "desc")
    .orderBy("transfer_id", "desc")
    .orderBy("seq", "desc")
    .limit(movementsAPage + 1);
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("at", "transfer_id", "seq"), "<", tuple(after.at, after.id, after.seq)),
    );
  return query.execute();
}

/** Months whose open transfers are few to look at: those that are open now, and what moved since. */
const lateMonths = 2;
/**
 * Those that came in and didn't leave, by its end: the last step of each, in the order of their IDs. They are open now, or
 * something happened to them since. Of a month long ago that can be nearly all, so its list is looked through in steps, and
 * others have their turns between them.
 */
async function openAtEnd(
  ledger: Db,
  month: string,
  { input: { token }, after }: Omit<Asked, "booked">,
  aStep: number,
): Promise<MovementRow[]> {
  const known = await inSnapshot(ledger, readMonths);
  const own = findMonth(known, month);
  const asked = { booked: bookedOf(own, known), token };
  const isLate = known.months.indexOf(own) >= known.months.length - lateMonths;
  let from = after?.id ?? "";
  const rests = isLate ? await restsBetween(ledger, asked, { from }) : [];
  // What changes meanwhile is as it is when its step is read.
  for await (const ids of isLate ? [] : transferIds(ledger, aStep, from)) {
    const to = ids.at(-1);
    rests.push(...(await restsBetween(ledger, asked, { from, to })));
    if (rests.length > movementsAPage) break;
    from = to ?? from;
  }
  return lastStepsOf(ledger, rests.slice(0, movementsAPage + 1));
}

type Rest = { transfer_id: string; seq: number };

function restsBetween(
  ledger: Db,
  { booked, token }: { booked: Booked; token: string | undefined },
  { from, to }: { from: string; to?: string | undefined },
): Promise<Rest[]> {
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
  return ledger
    .selectFrom("movements")
    .select(["transfer_id", ({ fn }) => fn.max("seq").as("seq")])
    .$if(to === undefined, (query) =>
      query.where(({ eb, selectFrom }) =>
        eb(
          "transfer_id",
          "in",
          selectFrom("transfers")
            .select("id as transfer_id")
            .where("status", "in", open)
            .union(selectFrom("movements").select("transfer_id").where(since)),
        ),
      ),
    )
    .where("transfer_id", ">", from)
    .$if(to !== undefined, (query) => query.where("transfer_id", "<=", to ?? ""))
    .where(until)
    .where("source", "=", "")
    .$if(token !== undefined, (query) => query.where("token", "=", token ?? ""))
    .groupBy("transfer_id")
    .having(sql<number>`sum(case when kind in ('created', 'back') then 1 else -1 end)`, "=", 1)
    .orderBy("transfer_id")
    .limit(movementsAPage + 1)
    .execute();
}

async function lastStepsOf(ledger: Db, rests: readonly Rest[]): Promise<MovementRow[]> {
  if (rests.length === 0) return [];
  const rows = await ledger
    .selectFrom("movements")
    .selectAll()
    .where(
      isOneOf(
        ledger,
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
