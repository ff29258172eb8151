import { createHash } from "node:crypto";
import { compareAmounts } from "#lib/money/amount";
import { isLessFee } from "#lib/money/less-fee";
import type { Amount } from "#lib/money/money";
import type { TransferEventRow } from "#lib/server/tables/schema";
import { canonicalSettlement, countKnownWords, joinConflict } from "#lib/transfer/status-words";
import type { UnreadReason } from "#lib/transfer/unread";
import { amountIn, arrivedIn, hidesArrived, paidOutIn, readFigure } from "./amount-in";
import type { Asked } from "./asked";
import { isWhole, type Part, partsOf, textOf } from "./body-names";
import { decodeBody } from "./decode-body";
import { hasLooseTexts, hidesStatus, hidesWordOfMessages } from "./hidden-status";
import { isTransactionIdName, isTransferIdName, isWeakIdName } from "./id-names";
import { contradicted, hidesOtherSum, toldAddresses } from "./other-than-asked";
import { allFields, type Placed } from "./placed-fields";
import { fromPairs, readBody, readMultipart } from "./read-body-text";
import { maxWordLength, statusIn } from "./status-in";

/**
 * Invariant: a callback's body is a claim by whoever has the URL. Reading never throws, and takes only a status word, a
 * transaction ID, a deposit address, the amount that arrived and the one that was paid out from it. What it cannot read, it says.
 * See `docs/callback-bodies.md`.
 */

/** Absent where it says nothing. */
export type Claim = {
  word?: string;
  transactionId?: string;
  address?: string;
  arrived?: Amount;
  /** In the currency of the payout. */
  paidOut?: Amount;
  unread?: UnreadReason;
};

/**
 * Stored bodies are read again once it grows. It grows with each new status word; add 1,000 for any other change in what is
 * read.
 */
export const readingVersion = 11_000 + countKnownWords();

/** The length of an ID in section 2.2: a cut one would seem to be another transaction's. */
const maxIdLength = 256;

/** As it is stored: without a body, `raw` is the query. */
export type StoredBody = Pick<TransferEventRow, "raw" | "raw_encoding" | "is_truncated" | "body_hash">;

/**
 * From its JSON, form, query, or one word. Its headers are ignored: many call JSON a form. `query` is read only beside a body
 * that is blank, or whose bytes are no text.
 */
export async function readClaim(stored: StoredBody, asked: Asked, query = ""): Promise<Claim> {
  try {
    return await read(stored, asked, query);
  } catch {
    return { unread: "unreadable" };
  }
}

async function read({ raw, raw_encoding, is_truncated, body_hash }: StoredBody, asked: Asked, query: string) {
  // Of what was cut nothing is read.
  if (is_truncated === 1) return { unread: "cut" } as const;
  const decoded =
    raw_encoding === "base64" ? decodeBody(Buffer.from(raw ?? "", "base64")) : { text: raw ?? "" };
  if ("fault" in decoded) return { ...readQuery(query, asked), unread: decoded.fault };
  const text = decoded.text.trim();
  const method = raw_encoding === "base64" ? undefined : queriedBy(raw ?? "", body_hash);
  if (text !== "" && method === undefined) return readText(text, asked);
  const claim = readQuery(text === "" ? query : text, asked);
  // Browsers and scanners look at an address: that is no update.
  if (saysSomething(claim)) return claim;
  return method === "GET" ? {} : ({ unread: "empty" } as const);
}

/** Whether a query alone is an update: it says something, or names something. */
export function isUpdate(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()].map((name) =>
    name.toLowerCase().replace(/[^a-z0-9]/g, ""),
  );
  const isNamed = names.some((name) => isTransferIdName(name) || isWeakIdName(name));
  return isNamed || saysSomething(readQuery(query, nothingAsked));
}

const nothingAsked: Asked = {
  ...{ amount: "0" as Amount, token: "", outputs: [], rate: null, fee: null },
  ...{ network: "", currency: "", accountNumber: "" },
};

function saysSomething({ unread, ...said }: Claim): boolean {
  const isUnread = unread !== undefined && unread !== "empty";
  return isUnread || Object.values(said).some((each) => each !== undefined);
}

/** `?completed` is a word, where we know it: a scanner's are others. */
function readQuery(query: string, asked: Asked): Claim {
  const pairs = [...new URLSearchParams(query)];
  const [[name = "", value = ""] = []] = pairs;
  const isWord = pairs.length === 1 && value === "" && canonicalSettlement(name) !== undefined;
  return isWord ? { word: name } : claimOf(fromPairs(pairs), asked);
}

/** The method of a call that had this query and no body; a body of the same text has another hash. */
function queriedBy(raw: string, bodyHash: string | null): string | undefined {
  if (/^[{[<]|\s/.test(raw)) return undefined;
  const search = raw === "" ? "" : `?${raw}`;
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].find(
    (method) => createHash("sha256").update(`${method}\n${search}\nfalse\n`).digest("hex") === bodyHash,
  );
}

async function readText(text: string, asked: Asked): Promise<Claim> {
  const { body, isRead } = readBody(text);
  const scalar = typeof body === "boolean" ? `${body}` : typeof body === "string" ? body : textOf(body);
  if (isRead && scalar !== undefined) return readWord(scalar);
  if (isRead) return claimOf(body, asked);
  const form = await readMultipart(text);
  return form === undefined ? readWord(text) : claimOf(form, asked);
}

function readWord(text: string): Claim {
  if (text.trim() === "") return { unread: "empty" };
  if (isBareWord(text)) return { word: text.trim() };
  return { unread: isCut(text) ? "cut" : "unreadable" };
}

/** JSON that ends before what it began. */
function isCut(text: string): boolean {
  const marks = text.replace(/"(?:[^"\\]|\\.)*"?/gs, "");
  const count = (wanted: RegExp) => marks.match(wanted)?.length ?? 0;
  return /^[{[]/.test(text) && count(/[{[]/g) > count(/[}\]]/g);
}

/** A body or query that is a status word and nothing else. */
function isBareWord(text: string): boolean {
  return /^[\w -]{1,64}$/.test(text.trim());
}

function claimOf(body: unknown, asked: Asked): Claim {
  const parts = partsOf(body);
  if (parts === undefined) return { unread: "unreadable" };
  const isEmpty = parts.every(({ fields }) => fields.length === 0);
  if (isEmpty) return { unread: Array.isArray(body) && body.length > parts.length ? "unreadable" : "empty" };
  const ids = new Set(parts.flatMap(idsIn));
  const arrived = arrivedIn(parts, asked);
  const paidOut = paidOutIn(parts, asked);
  const fields = parts.flatMap(allFields);
  const own = compared(statusIn(parts), arrived ?? amountIn(parts, asked), asked);
  const said = contradicted(own, fields, asked);
  // It doesn't say which of them it is about.
  const word = said !== undefined && ids.size > 1 ? joinConflict([said, "several transactions"]) : said;
  const [transactionId] = ids.size > 1 ? [] : ids;
  const address = toldAddresses(fields);
  const isHidden =
    hasLooseTexts(body) ||
    hidesArrived(parts, asked) ||
    (arrived === undefined && hidesOtherSum(own, withoutSum(fields, paidOut), asked)) ||
    (word === undefined &&
      (ids.size > 1 || !isWhole(parts) || hidesStatus(parts) || hidesWordOfMessages(parts)));
  return {
    ...(word !== undefined && { word: word.slice(0, maxWordLength) }),
    ...(transactionId !== undefined && { transactionId }),
    ...(address !== undefined && { address }),
    ...(arrived !== undefined && { arrived }),
    ...(paidOut !== undefined && { paidOut }),
    ...(isHidden && { unread: "unreadable" as const }),
  };
}

/** What it says was paid out is no hidden sum. */
function withoutSum(fields: readonly Placed[], paidOut: Amount | undefined): readonly Placed[] {
  if (paidOut === undefined) return fields;
  const figureOf = ({ value }: Placed) => readFigure(textOf(value) ?? "")?.amount;
  return fields.filter((field) => compareAmounts(figureOf(field) ?? minusOne, paidOut) !== 0);
}
const minusOne = "-1" as Amount;

/** A wrong amount is known for short or over only where both amounts are; less the fee, it is right. */
function compared(word: string | undefined, said: Amount | undefined, asked: Asked): string | undefined {
  if (word === undefined || said === undefined || !/^wrong[-_\s]*amount$/i.test(word)) return word;
  const order = isLessFee(said, asked) ? 0 : compareAmounts(said, asked.amount);
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
