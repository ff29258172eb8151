import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, isApart, type Part, textOf, textsIn } from "./body-names";
import { badNewsIn, complaintName, isComplaint, isFlagOf, isSaid, saysNo } from "./complaints";
import { readEventName } from "./event-name";
import { isTransactionIdName } from "./id-names";
import { isMessageName, isOfMessages, isOfSomethingElse } from "./status-in";
import { isLikeStatusName, isStatusName } from "./status-names";

/**
 * Invariant: a body without a status says nothing only where nothing in it looks like one. What looks like one, in a place
 * or a shape that is not read, makes it unread: a new shape can only close and tell.
 */

/** For a body in which no status was found. */
export function hidesStatus(parts: readonly Part[]): boolean {
  return !isOfSomethingElse(parts) && parts.some((part) => hides(part) || saysNo(part));
}

/** Of a callback: a receipt of our own request may say that it was received. */
export function hidesWordOfMessages(parts: readonly Part[]): boolean {
  return parts.some(({ fields, inner }) => {
    const isOfTransfer = fields.some(({ name }) => isTransactionIdName(name));
    const isMessage = fields.some(({ name }) => isMessageName(name));
    const isUnclear = isOfTransfer && fields.some(isUnclearStatus);
    return (
      (!isMessage && (isUnclear || fields.some(isOwnSuccess))) ||
      hidesWordOfMessages(inner.filter(({ role }) => role !== "apart"))
    );
  });
}

/** Beside the transaction that it names, `delivered` or `3` may be any status; a success and HTTP's numbers are a message's. */
function isUnclearStatus({ name, value }: Field): boolean {
  const text = isStatusName(name) ? textOf(value) : undefined;
  if (text === undefined || /^(?:0+|1|2\d\d)$/.test(text)) return false;
  return /^(?:delivered|sent|received|acknowledged|\d+(?:\.\d+)?)$/i.test(text);
}

/** `transactionStatus: "success"` among other fields is no message's, and may be of a receipt. */
function isOwnSuccess({ name, value }: Field): boolean {
  return isStatusName(name) && !/^(?:status|state)$/.test(name) && isOfMessages(textOf(value) ?? "");
}

function hides({ fields, inner }: Part): boolean {
  return fields.some(looksLikeStatus) || inner.some((part) => part.role !== "apart" && hides(part));
}

function looksLikeStatus({ name, value }: Field): boolean {
  const text = textOf(value);
  // `statuses: ["failed"]`.
  if (!isApart(name) && textsIn(value).some((each) => looksLikeStatus({ name, value: each }))) return true;
  if (isStatusName(name)) return text === undefined ? typeof value !== "boolean" : !isOfMessages(text);
  if (complaintName.test(name)) return isComplaint({ name, value });
  if (badNewsIn({ name, value }) !== undefined) return true;
  if (text === undefined || isSaid({ name, value }))
    return (value === "" || isSaid({ name, value })) && isFlagOf(name, isWordOfTransfer);
  return (
    !isOfMessages(text) && (isWord(text) || isLikeStatusName(name) || isEvent(text) || isPacked(name, text))
  );
}

/** A body inside a body, as base64 or encrypted: a signed one begins with `{"`. */
function isPacked(name: string, text: string): boolean {
  if (!/^[\w+/=.-]{16,}$/.test(text)) return false;
  return (
    /^(?:data|payload|body|content|.*encrypted.*|cipher.*)$/.test(name) ||
    (text.startsWith("eyJ") && !/sign|sig$|token|hash|key/.test(name))
  );
}

const isWordOfTransfer = (word: string) => !isOfMessages(word) && isWord(word);
const isWord = (text: string) => canonicalSettlement(text) !== undefined;

/** Texts beside objects in the list that a body is: `[{"status":"pending"},"failed"]`. */
export function hasLooseTexts(body: unknown): boolean {
  return textsIn(body).length > 0;
}

/** `transfer.failed`, in a field that is none of an event. */
function isEvent(text: string): boolean {
  if (!/^[\w-]+(?:[.:/][\w-]+)+$/.test(text)) return false;
  const event = readEventName({ name: "event", value: text });
  return event !== undefined && event.about !== "apart" && event.word !== undefined && isWord(event.word);
}
