import "server-only";
import { numberText, readJson } from "#lib/contract/wire";

/**
 * Invariant: a callback's body is a claim by whoever holds the URL. Reading it never throws, takes a status word and a
 * transaction id from it, and nothing else.
 */

/** What a callback claims; what it does not say is absent. */
export type Claim = { word?: string; transactionId?: string };

const wrappers = ["data", "payload", "transfer", "transaction", "body", "result"];
const statusNames = [
  "status",
  "state",
  "transactionStatus",
  "transaction_status",
  "transferStatus",
  "transfer_status",
];
const idNames = ["transactionId", "transaction_id", "transactionID"];
const maxDepth = 4;
const maxWordLength = 100;
/** As long as an id of section 2.2 may be: one that is cut would seem to be another transaction's. */
const maxIdLength = 256;

/** Reads the claim of a callback: its JSON, its form, its query, or a text of one word. */
export async function readClaim(
  text: string | undefined,
  contentType: string,
  query: URLSearchParams,
): Promise<Claim> {
  if (text === undefined || text.trim() === "") return claimOf(Object.fromEntries(query));
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType);
  return isForm ? readForm(text, contentType) : readText(text);
}

async function readForm(text: string, contentType: string): Promise<Claim> {
  try {
    const form = await new Response(text, { headers: { "content-type": contentType } }).formData();
    return claimOf(Object.fromEntries(form));
  } catch {
    return {};
  }
}

function readText(text: string): Claim {
  try {
    const body = readJson(text);
    return typeof body === "string" ? readWord(body) : claimOf(body);
  } catch {
    return readWord(text);
  }
}

function readWord(text: string): Claim {
  return /^[\w -]{1,64}$/.test(text.trim()) ? { word: text.trim() } : {};
}

/** Walks down the usual wrappers. The innermost status is the transfer's; an outer one is often the envelope's. */
function claimOf(body: unknown): Claim {
  const claim: Claim = {};
  let level: unknown = body;
  for (let depth = 0; depth < maxDepth && isRecord(level); depth++) {
    const word = firstText(level, statusNames, maxWordLength);
    const transactionId = firstText(level, idNames, maxIdLength);
    if (word !== undefined) claim.word = word;
    if (transactionId !== undefined) claim.transactionId = transactionId;
    const inner: Record<string, unknown> = level;
    level = wrappers.map((name) => ownValue(inner, name)).find(isRecord);
  }
  return claim;
}

function firstText(
  record: Record<string, unknown>,
  names: readonly string[],
  maxLength: number,
): string | undefined {
  for (const name of names) {
    const value = ownValue(record, name);
    const text = typeof value === "string" ? value : numberText(value);
    if (text !== undefined && text.trim() !== "") return text.trim().slice(0, maxLength);
  }
  return undefined;
}

/** An inherited member is no field of the body. */
function ownValue(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
