import "server-only";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { countKnownWords, joinConflict } from "#lib/transfer/status-words";
import { amountIn, arrivedIn } from "./amount-in";
import { type Part, partsOf, textOf } from "./body-names";
import { isTransactionIdName } from "./id-names";
import { fromPairs, readBody, readMultipart } from "./read-body-text";
import { maxWordLength, statusIn } from "./status-in";

/**
 * Invariant: a callback's body is a claim by whoever has the URL. Reading never throws, and takes only a status word, a
 * transaction ID and the amount that arrived from it. See `docs/callback-bodies.md`.
 */

/** Absent where it says nothing. */
export type Claim = { word?: string; transactionId?: string; arrived?: Amount };

/**
 * Stored bodies are read again once it grows. It grows with each new status word; add 1,000 for any other change in what is
 * read.
 */
export const readingVersion = 5_000 + countKnownWords();

/** The length of an ID in section 2.2: a cut one would seem to be another transaction's. */
const maxIdLength = 256;

/**
 * From its JSON, form, query, or one word. The content type is ignored: many call JSON a form. `amount` is the transfer's: a
 * wrong one is short or over.
 */
export async function readClaim(
  text: string | undefined,
  query: URLSearchParams,
  amount?: Amount,
): Promise<Claim> {
  if (text === undefined || text.trim() === "") return claimOf(fromPairs([...query]), amount);
  return readStoredClaim(text, amount);
}

/** For a stored body, of which only the text is known. */
export async function readStoredClaim(text: string, amount?: Amount): Promise<Claim> {
  const { body, isRead } = readBody(text);
  if (typeof body === "string") return readWord(body);
  if (isRead) return claimOf(body, amount);
  const form = await readMultipart(text);
  return form === undefined ? readWord(text) : claimOf(form, amount);
}

function readWord(text: string): Claim {
  return isBareWord(text) ? { word: text.trim() } : {};
}

/** A body or query that is a status word and nothing else. */
export function isBareWord(text: string): boolean {
  return /^[\w -]{1,64}$/.test(text.trim());
}

function claimOf(body: unknown, amount: Amount | undefined): Claim {
  const parts = partsOf(body) ?? [];
  const ids = new Set(parts.flatMap(idsIn));
  const arrived = arrivedIn(parts);
  const said = compared(statusIn(parts), arrived ?? amountIn(parts), amount);
  // It doesn't say which of them it is about.
  const word = said !== undefined && ids.size > 1 ? joinConflict([said, "several transactions"]) : said;
  const [transactionId] = ids.size > 1 ? [] : ids;
  return {
    ...(word !== undefined && { word: word.slice(0, maxWordLength) }),
    ...(transactionId !== undefined && { transactionId }),
    ...(arrived !== undefined && { arrived }),
  };
}

/** A wrong amount is known for short or over only where both amounts are. */
function compared(
  word: string | undefined,
  said: Amount | undefined,
  amount: Amount | undefined,
): string | undefined {
  if (word === undefined || said === undefined || amount === undefined) return word;
  const order = /^wrong[-_\s]*amount$/i.test(word) ? compareAmounts(said, amount) : 0;
  return order === 0 ? word : `${word} ${order < 0 ? "underpaid" : "overpaid"}`;
}

function idsIn({ fields, inner }: Part): string[] {
  const parts = inner.filter(({ role }) => role !== "apart" && role !== "leg");
  const own = fields.flatMap(({ name, value }) => {
    const text = isTransactionIdName(name) ? textOf(value) : undefined;
    return text === undefined ? [] : [text.slice(0, maxIdLength)];
  });
  return [...parts.flatMap(idsIn), ...own];
}
