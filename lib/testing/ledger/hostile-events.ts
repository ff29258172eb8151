import type { Insertable } from "kysely";
import type { Db, TransferEventRow } from "#lib/server/tables/schema";

/** The longest body that is kept of a callback, of bytes that each take six in JSON. */
export const longestBody = "\u0001".repeat(65_536);
/** The longest note that a person may write: each of its characters takes four bytes. */
export const longestNote = "😀".repeat(1_000);

const rowsAtOnce = 50;

/** Writes what a transfer can have gathered, behind the dashboard's back: notes first, then callbacks. */
export async function gatherEvents(
  ledger: Db,
  transferId: string,
  count: { notes: number; callbacks: number },
): Promise<void> {
  const { seq: last } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("transfer_id", "=", transferId)
    .executeTakeFirstOrThrow();
  const all = count.notes + count.callbacks;
  for (let start = 0; start < all; start += rowsAtOnce) {
    const many = Math.min(rowsAtOnce, all - start);
    const rows = Array.from({ length: many }, (_, at) => ({
      transfer_id: transferId,
      seq: last + 1 + start + at,
      at: new Date().toISOString(),
      ...(start + at < count.notes ? note : callback(start + at)),
    }));
    await ledger.insertInto("transfer_events").values(rows).execute();
  }
}

const note = {
  source: "person",
  kind: "note",
  person_name: "somebody@example.com",
  text: longestNote,
  raw: null,
  raw_encoding: null,
  body_hash: null,
  word: null,
  is_truncated: 0,
  deliveries: 1,
  claimed_id: null,
  is_quarantined: 0,
} as const satisfies Partial<Insertable<TransferEventRow>>;

/** What a callback brings at its longest. */
export function callback(at: number) {
  return {
    ...note,
    source: "service_callback",
    kind: "callback",
    person_name: null,
    text: null,
    raw: longestBody,
    raw_encoding: "utf8",
    body_hash: `hash-${at}`,
    word: `word ${at} `.padEnd(100, "w"),
  } as const;
}
