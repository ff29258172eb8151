import "server-only";
import * as z from "zod/mini";
import { Problem } from "#lib/contract/problem";
import type { TransferListInput, TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { readTransfers } from "#lib/server/ledger/transfers";
import type { Place } from "./transfer-lists";
import { findPage, type PageOfIds, planPages } from "./transfer-pages";

/** `matched`: by ID, what the search matched. */
type FoundPage = TransferPage & { matched: PageOfIds["matched"] };

/** Newest first (keyset over creation time and ID). Throws `invalid_request` for a bad cursor. */
export async function listTransfers(input: TransferListInput): Promise<TransferPage> {
  const { matched: _matched, ...page } = await findTransfers(input);
  return page;
}

/** The same, with what the search matched. */
export async function findTransfers({ limit, cursor, ...filters }: TransferListInput): Promise<FoundPage> {
  const ledger = await db();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const page = await findPage(ledger, await planPages(ledger, filters), limit, after);
  return {
    items: await readTransfers(ledger, page.ids),
    nextCursor: page.next === null ? null : writeCursor(page.next),
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

const Cursor = z.tuple([z.string().check(z.maxLength(32)), z.uuid()]);

function writeCursor({ created_at, id }: Place): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString("base64url");
}

function readCursor(text: string): Place {
  try {
    const [created_at, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { created_at, id };
  } catch (cause) {
    throw new Problem("invalid_request", "This cursor isn't from this dashboard.", { cause });
  }
}
