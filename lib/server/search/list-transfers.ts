import * as z from "zod/mini";
import { Problem } from "#lib/contract/problem";
import { isByAmount, type TransferListInput, type TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { readTransfers } from "#lib/server/ledger/transfers";
import { planPages } from "./page-plan";
import type { Place } from "./transfer-lists";
import { findPage, type PageOfIds } from "./transfer-pages";

/** `matched`: by ID, what the search matched. */
type FoundPage = TransferPage & { matched: PageOfIds["matched"] };

/** Newest first unless it says otherwise (keyset over that order). Throws `invalid_request` for a bad cursor. */
export async function listTransfers(input: TransferListInput): Promise<TransferPage> {
  const { matched: _matched, ...page } = await findTransfers(input);
  return page;
}

/** The same, with what the search matched. */
export async function findTransfers(input: TransferListInput): Promise<FoundPage> {
  const { limit, cursor, sort, ...filters } = input;
  const ledger = await db();
  const from = cursor === undefined ? undefined : readCursor(cursor, isByAmount(sort));
  const plan = await planPages(ledger, filters, sort);
  if (from?.isBack === true) {
    const back = await findPage(ledger, { ...plan, isAscending: !plan.isAscending }, limit, from.place);
    // The first page may have grown since: it is shown whole.
    if (back.next === null) return findTransfers({ ...input, cursor: undefined });
    return {
      items: await readTransfers(ledger, back.ids.reverse()),
      nextCursor: writeCursor(back.first ?? from.place, false),
      previousCursor: writeCursor(back.next, true),
      lookedBackTo: null,
      matched: back.matched,
    };
  }
  const page = await findPage(ledger, plan, limit, from?.place);
  return {
    items: await readTransfers(ledger, page.ids),
    nextCursor: page.next === null ? null : writeCursor(page.next, false),
    previousCursor: from === undefined || page.first === null ? null : writeCursor(page.first, true),
    lookedBackTo: page.lookedBackTo,
    matched: page.matched,
  };
}

/** Returns the ID of the newest transfer to an account, or `null`. */
export async function newestToAccount(accountNumber: string): Promise<string | null> {
  const row = await (await db())
    .selectFrom("transfers")
    .select("id")
    .where("account_number", "=", accountNumber)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const text = z.string().check(z.maxLength(64));
/** Time, ID and, in a list by amount, its key; `back` reads towards the first page. */
const Cursor = z.tuple([z.string().check(z.maxLength(32)), z.uuid(), z.nullable(text), z.boolean()]);

function writeCursor({ created_at, id, amount_key = undefined }: Place, isBack: boolean): string {
  return Buffer.from(JSON.stringify([created_at, id, amount_key ?? null, isBack])).toString("base64url");
}

function readCursor(given: string, hasAmount: boolean): { place: Place; isBack: boolean } {
  try {
    const read: unknown = JSON.parse(Buffer.from(given, "base64url").toString("utf8"));
    const [created_at, id, amount_key, isBack] = Cursor.parse(read);
    if (hasAmount !== (amount_key !== null)) throw new Error("This cursor belongs to another sort order.");
    return { place: { created_at, id, ...(amount_key !== null && { amount_key }) }, isBack };
  } catch (cause) {
    throw new Problem("invalid_request", "This cursor isn't from this dashboard.", { cause });
  }
}
