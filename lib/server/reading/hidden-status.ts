import "server-only";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, isApart, type Part, textOf } from "./body-names";
import { readEventName } from "./event-name";
import { isOfMessages, isOfSomethingElse, isStatusName, saysNo } from "./status-in";

/**
 * Invariant: a body without a status says nothing only where nothing in it looks like one. What looks like one, in a place
 * or a shape that is not read, makes it unread: a new shape can only close and tell.
 */

/** For a body in which no status was found. */
export function hidesStatus(parts: readonly Part[]): boolean {
  return !isOfSomethingElse(parts) && parts.some((part) => hides(part) || saysNo(part));
}

function hides({ fields, inner }: Part): boolean {
  return fields.some(looksLikeStatus) || inner.some((part) => part.role !== "apart" && hides(part));
}

/** The text of an error that a body tells of; empty where it has none. `undefined` where it tells of none. */
export function complaintIn(parts: readonly Part[]): string | undefined {
  for (const { fields, inner } of parts) {
    const found = fields.find((field) => complaintName.test(field.name) && isComplaint(field));
    if (found !== undefined) return textOf(found.value) ?? "";
    const within = complaintIn(inner.filter(({ role }) => role !== "apart"));
    if (within !== undefined) return within;
  }
  return undefined;
}

const complaintName = /^(?:errors?|failure)(?:code|message|reason|details?|description)?$/;

function looksLikeStatus({ name, value }: Field): boolean {
  const text = textOf(value);
  if (isStatusName(name)) return text === undefined ? typeof value !== "boolean" : !isOfMessages(text);
  if (complaintName.test(name)) return isComplaint({ name, value });
  if (text === undefined) return value === true && !isOfMessages(name) && isWord(name);
  return !isOfMessages(text) && (isWord(text) || isLikeStatusName(name) || isEvent(text));
}

/** An empty list or `00` tells of none. */
function isComplaint({ value }: Field): boolean {
  const text = textOf(value);
  return text === undefined
    ? isFilled(value) || value === true
    : !/^(?:[0.]+|none|false|ok|success)$/i.test(text);
}

const isWord = (text: string) => canonicalSettlement(text) !== undefined;

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

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
