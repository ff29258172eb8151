import "server-only";
import { createHash } from "node:crypto";
import type { Amount } from "#lib/money/money";
import type { TransferEventRow } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";
import { type Claim, isBareWord, readClaim } from "./callback-body";

/** Invariant: what a stored callback says follows from what was kept of it, so that it can be read again and compared. */

type Stored = Pick<TransferEventRow, "raw" | "raw_encoding" | "is_truncated" | "body_hash">;
export type ReadFacts = Pick<TransferEventRow, "word" | "claimed_id" | "arrived">;

/**
 * What its columns should hold; `undefined` where not all that was read is kept. `amount` is the transfer's. Never throws.
 */
export async function readAgain(stored: Stored, amount: string): Promise<ReadFacts | undefined> {
  const { raw, raw_encoding, is_truncated, body_hash } = stored;
  // Beside bytes, or a blank body, a query was read, which is not kept.
  if (raw === null || raw_encoding !== "utf8" || raw.trim() === "") return undefined;
  const isQuery = wasQuery(raw, body_hash);
  const [text, query] = isQuery ? [undefined, raw] : [raw, ""];
  // Of what was cut nothing is read.
  const claim: Claim =
    is_truncated === 1
      ? {}
      : await readClaim(text, new URLSearchParams(query), amount as Amount).catch(() => ({}));
  return {
    word: storable(claim.word),
    claimed_id: storable(claim.transactionId),
    arrived: claim.arrived ?? null,
  };
}

/** Whether stored columns hold what was read. */
export function isReadAs(stored: ReadFacts, { word, claimed_id, arrived }: ReadFacts): boolean {
  return stored.word === word && stored.claimed_id === claimed_id && stored.arrived === arrived;
}

/** A query of one name, such as `?completed`, is kept as a body of that word would be; its hash tells them apart. */
function wasQuery(raw: string, bodyHash: string | null): boolean {
  if (!isBareWord(raw)) return false;
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].some(
    (method) => createHash("sha256").update(`${method}\n?${raw}\nfalse\n`).digest("hex") === bodyHash,
  );
}

function storable(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(text);
}
