import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, isApart, type Part, textOf } from "./body-names";
import { complaintName, isComplaint, isFlagOf, saysNo } from "./complaints";
import { readEventName } from "./event-name";
import { isTransactionIdName } from "./id-names";
import { isMessageName, isOfMessages, isOfSomethingElse, isStatusName } from "./status-in";

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
    const isUnclear = isOfTransfer && !isMessage && fields.some(isUnclearStatus);
    return isUnclear || hidesWordOfMessages(inner.filter(({ role }) => role !== "apart"));
  });
}

/** Beside the transaction that it names, `delivered` or `3` may be any status; a success and HTTP's numbers are a message's. */
function isUnclearStatus({ name, value }: Field): boolean {
  const text = isStatusName(name) ? textOf(value) : undefined;
  if (text === undefined || /^(?:0+|1|2\d\d)$/.test(text)) return false;
  return /^(?:delivered|sent|received|acknowledged|\d+(?:\.\d+)?)$/i.test(text);
}

function hides({ fields, inner }: Part): boolean {
  return fields.some(looksLikeStatus) || inner.some((part) => part.role !== "apart" && hides(part));
}

function looksLikeStatus({ name, value }: Field): boolean {
  const text = textOf(value);
  if (isStatusName(name)) return text === undefined ? typeof value !== "boolean" : !isOfMessages(text);
  if (complaintName.test(name)) return isComplaint({ name, value });
  if (text === undefined) return (value === true || value === "") && isFlagOf(name, isWordOfTransfer);
  return !isOfMessages(text) && (isWord(text) || isLikeStatusName(name) || isEvent(text));
}

const isWordOfTransfer = (word: string) => !isOfMessages(word) && isWord(word);
const isWord = (text: string) => canonicalSettlement(text) !== undefined;

/** `statusText`, `payoutStage`; a customer's, a bank's and a webhook's own are another's. */
function isLikeStatusName(name: string): boolean {
  const [, before] =
    /^(.*?)(?:status|state|stage|outcome|phase)(?:text|name|label|description|reason|message|detail|code)?$/.exec(
      name,
    ) ?? [];
  return before !== undefined && (before === "" || !isApart(before));
}

/** `transfer.failed`, in a field that is none of an event. */
function isEvent(text: string): boolean {
  if (!/^[\w-]+(?:[.:/][\w-]+)+$/.test(text)) return false;
  const event = readEventName({ name: "event", value: text });
  return event !== undefined && event.about !== "apart" && event.word !== undefined && isWord(event.word);
}
