import "server-only";
import { joinConflict } from "#lib/transfer/status-words";
import { type Part, partsOf, textOf } from "./body-names";
import { isTransactionIdName } from "./id-names";
import { fromPairs, readBody, readMultipart } from "./read-body-text";
import { statusIn } from "./status-in";

/**
 * Invariant: a callback's body is a claim by whoever holds the URL. Reading it never throws, takes a status word and a
 * transaction id from it, and nothing else. `docs/callback-bodies.md` says how.
 */

/** What a callback claims; what it does not say is absent. */
export type Claim = { word?: string; transactionId?: string };

/** Grows by one whenever the same body is read otherwise than before: what is stored is then read again. */
export const readingVersion = 2;

const maxWordLength = 100;
/** As long as an id of section 2.2 may be: one that is cut would seem to be another transaction's. */
const maxIdLength = 256;

/**
 * Reads the claim of a callback: its JSON, its form, its query, or a text of one word. What its sender calls the body does
 * not matter: many call JSON a form.
 */
export async function readClaim(text: string | undefined, query: URLSearchParams): Promise<Claim> {
  if (text === undefined || text.trim() === "") return claimOf(fromPairs([...query]));
  return readStoredClaim(text);
}

/** The same for a body that was kept, of which nothing but its text is known. */
export async function readStoredClaim(text: string): Promise<Claim> {
  const { body, isRead } = readBody(text);
  if (typeof body === "string") return readWord(body);
  if (isRead) return claimOf(body);
  const form = await readMultipart(text);
  return form === undefined ? readWord(text) : claimOf(form);
}

function readWord(text: string): Claim {
  return /^[\w -]{1,64}$/.test(text.trim()) ? { word: text.trim() } : {};
}

function claimOf(body: unknown): Claim {
  const parts = partsOf(body) ?? [];
  const ids = new Set(parts.flatMap(idsIn));
  const said = statusIn(parts);
  // Of which of them it would be is not said.
  const word = said !== undefined && ids.size > 1 ? joinConflict([said, "several transactions"]) : said;
  const [transactionId] = ids.size > 1 ? [] : ids;
  return {
    ...(word !== undefined && { word: word.slice(0, maxWordLength) }),
    ...(transactionId !== undefined && { transactionId }),
  };
}

/** The ids by which a body claims to be of a transaction. */
function idsIn({ fields, inner }: Part): string[] {
  const parts = inner.filter(({ role }) => role !== "apart" && role !== "leg");
  const own = fields.flatMap(({ name, value }) => {
    const text = isTransactionIdName(name) ? textOf(value) : undefined;
    return text === undefined ? [] : [text.slice(0, maxIdLength)];
  });
  return [...parts.flatMap(idsIn), ...own];
}
