import { isKeptWhole } from "#lib/server/audit/cover-hash";
import type { TransferEventRow } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";
import type { Asked } from "./asked";
import { type Claim, readClaim, type StoredBody } from "./callback-body";

/** Invariant: what a stored callback says follows from what was kept of it, so that it can be read again and compared. */

export type ReadFacts = Pick<
  TransferEventRow,
  "word" | "claimed_id" | "claimed_address" | "arrived" | "paid_out" | "unread"
>;
type Stored = StoredBody & ReadFacts;

/** What its columns should hold; `undefined` where not all that was read is kept. Never throws. */
export async function readAgain(stored: Stored, asked: Asked): Promise<ReadFacts | undefined> {
  if (isKeptWhole(stored)) return toFacts(await readClaim(stored, asked));
  const { raw, word, claimed_id, claimed_address, arrived, paid_out } = stored;
  const isSilent = [word, claimed_id, claimed_address, arrived, paid_out].every((said) => said === null);
  // A blank body without a query that says something is an empty update, or a look.
  return raw?.trim() === "" && isSilent ? toFacts(await readClaim(stored, asked)) : undefined;
}

/** As its columns hold it. That it is another transaction's follows from the ID, and is no part of it. */
export function toFacts({ word, transactionId, address, arrived, paidOut, unread }: Claim): ReadFacts {
  return {
    word: storable(word),
    claimed_id: storable(transactionId),
    claimed_address: storable(address),
    arrived: arrived ?? null,
    paid_out: paidOut ?? null,
    unread: unread ?? null,
  };
}

/** Whether stored columns hold what was read. One that names another transaction is unread for that, if for nothing else. */
export function isReadAs(
  stored: ReadFacts & Pick<TransferEventRow, "is_quarantined">,
  { word, claimed_id, claimed_address, arrived, paid_out, unread }: ReadFacts,
): boolean {
  const isSame =
    stored.word === word &&
    stored.claimed_id === claimed_id &&
    stored.claimed_address === claimed_address &&
    stored.arrived === arrived &&
    stored.paid_out === paid_out;
  return isSame && stored.unread === (unread ?? (stored.is_quarantined === 1 ? "foreign" : null));
}

function storable(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(text);
}
