import { canonicalSettlement, joinConflict } from "#lib/transfer/status-words";
import { type Field, type Part, textOf, textsIn } from "./body-names";
import { isBad, objectionsIn } from "./complaints";
import { type EventName, isEventKey, readEventName } from "./event-name";
import { isTransactionIdName, isWeakIdName } from "./id-names";
import { isStatusName } from "./status-names";

/**
 * Invariant: a status is the innermost one about a transfer. A message's own success is none, and contradicting words are a
 * conflict, never a payment. See `docs/callback-bodies.md`.
 */

export const maxWordLength = 100;
/** Words of a message's own success as often as of a transfer's. */
const ofMessages =
  /^(?:success|successful|succeeded|ok|okay|true|accepted|received|delivered|sent|acknowledged|\d+(?:\.\d+)?)$/i;

export function isMessageName(name: string): boolean {
  return /^(?:message|msg|responsemessage)$/.test(name);
}

export function isOfMessages(word: string): boolean {
  return ofMessages.test(word);
}

/** Of a quote, a customer, an identity check, and not of a transfer as well. */
export function isOfSomethingElse(body: readonly Part[]): boolean {
  const events = body.flatMap(eventsIn);
  const isOfTransfer = events.some(({ about }) => about === "transfer" || about === "leg");
  return !isOfTransfer && events.some(({ about }) => about === "apart") && !body.some(describesTransfer);
}

/** Whatever its event is about. */
function describesTransfer({ role, fields, inner }: Part): boolean {
  const isOne = role === "transfer" || namesTransaction(fields);
  if (isOne && statusesOf(fields).length > 0) return true;
  return inner.some((part) => part.role !== "apart" && describesTransfer(part));
}

/** `isAgainst`: from beside the transfer, so it can only contradict. */
type Said = { word: string; meaning: string; isAgainst: boolean };
type Level = Pick<Part, "role" | "fields" | "inner"> & { leg: string | undefined };

/** Contradicting words come joined, as no service writes them. */
export function statusIn(body: readonly Part[]): string | undefined {
  const events = body.flatMap(eventsIn);
  if (isOfSomethingElse(body)) return undefined;
  const leg = events.find(({ about }) => about === "leg")?.leg;
  const said = body.flatMap((part) => saidAt({ ...part, leg }));
  const meanings = new Set(said.filter(({ isAgainst }) => !isAgainst).map(({ meaning }) => meaning));
  const words = [...said, ...events.flatMap((event) => saidByEvent(event, meanings))];
  const counted = words.filter(({ isAgainst }) => !isAgainst);
  const [first] = counted;
  if (first === undefined) return undefined;
  // A word that nobody knows closes the address as it is.
  if (counted.some(({ meaning }) => !meaning.startsWith('"') && !isBad(meaning)))
    for (const word of objectionsIn(body)) words.push({ word, meaning: `no: ${word}`, isAgainst: true });
  const different = new Map<string, string>();
  for (const { meaning, word } of [...counted, ...words])
    if (!different.has(meaning)) different.set(meaning, word);
  return different.size === 1 ? first.word : joinConflict([...different.values()]);
}

function toSaid(word: string): Said {
  const plain = word.toLowerCase().replace(/[-\s]+/g, "_");
  return { word, meaning: canonicalSettlement(word) ?? `"${plain}"`, isAgainst: false };
}

/** Takes the innermost words, and those around them that are about the transfer. */
function saidAt(level: Level): Said[] {
  const { fields, leg } = level;
  const parts = level.inner.filter(({ role }) => role !== "apart");
  const inner = parts.flatMap((part) => (part.role === "leg" ? [] : saidAt({ ...part, leg })));
  const isAround = inner.some(({ isAgainst }) => !isAgainst);
  const own = statusesOf(fields)
    .filter((word) => speaksOfTransfer(word, level, inner))
    .map((word) => toSaid(ofLeg(leg, word)));
  const legs = parts.flatMap((part) =>
    part.role === "leg" && (part.name.startsWith("refund") || (own.length === 0 && !isAround))
      ? saidAt({ ...part, role: "transfer", leg: part.name.replace(/s$/, "") })
      : [],
  );
  const said = [...inner, ...legs, ...own];
  // An unknown object may be anything, unless it names a transaction.
  const isOther = level.role === "unknown" && !namesTransaction(fields);
  if (!isOther) return said;
  // That a chain has confirmed a deposit contradicts nothing that came of it.
  return said
    .filter(({ meaning }) => meaning !== "deposit_received")
    .map((each) => ({ ...each, isAgainst: true }));
}

/** A deposit's own word is `deposit_completed`; one that only deposits have means the same wherever it is said. */
function ofLeg(leg: string | undefined, word: string): string {
  if (leg === undefined || (leg.startsWith("refund") && canonicalSettlement(word)?.startsWith("refund")))
    return word;
  const whole = `${leg}_${word}`;
  if (leg.startsWith("refund") || canonicalSettlement(whole) !== undefined) return whole;
  return canonicalSettlement(word)?.startsWith("deposit_") ? word : whole;
}

function namesTransaction(fields: readonly Field[]): boolean {
  return fields.some(({ name }) => isTransactionIdName(name));
}

function statusesOf(fields: readonly Field[]): string[] {
  return fields.flatMap(({ name, value }) => {
    const text = isStatusName(name) ? (typeof value === "boolean" ? `${value}` : textOf(value)) : undefined;
    return text === undefined ? [] : [inContext(text.slice(0, maxWordLength), fields)];
  });
}

const contextName = /^(?:context|reason|cause|substatus|(?:status|unresolved)(?:context|reason))$/;

/** `unresolved` alone says that somebody looks at it; with `underpaid` beside it, it says why. */
function inContext(word: string, fields: readonly Field[]): string {
  if (!/^unresolved$/i.test(word)) return word;
  for (const { name, value } of fields) {
    const meaning = contextName.test(name) ? canonicalSettlement(textOf(value) ?? "") : undefined;
    if (meaning === "deposit_short") return `${word} underpaid`;
    if (meaning === "deposit_over") return `${word} overpaid`;
  }
  return word;
}

/** And not the message's own. */
function speaksOfTransfer(word: string, { fields, inner, role }: Level, said: readonly Said[]): boolean {
  const meaning = canonicalSettlement(word);
  if (role === "unknown" && meaning === undefined) return false;
  const isOfMessages = ofMessages.test(word);
  const within = said.filter(({ isAgainst }) => !isAgainst);
  // Beside a word that keeps an address open, one that nobody knows closes it.
  const isOpen = within.some((each) => each.meaning === "awaiting_deposit");
  if (within.length > 0) return meaning === undefined ? isOpen && !isOfMessages : meaning !== "paid";
  if (inner.some(isBody)) return meaning !== "paid" && !isOfMessages;
  if (!isOfMessages) return true;
  if (fields.some(({ name }) => isMessageName(name))) return false;
  if (role === "transfer" || role === "wrapper") return true;
  const hasSpeakingEvent = fields.some((field) => readEventName(field)?.word !== undefined);
  return !hasSpeakingEvent && fields.every(({ name }) => saysNothingMore(name));
}

/** Where a transfer would be described. */
function isBody({ role, fields }: Part): boolean {
  return role === "wrapper" || role === "transfer" || namesTransaction(fields);
}

function saysNothingMore(name: string): boolean {
  return (
    isStatusName(name) ||
    isTransactionIdName(name) ||
    isWeakIdName(name) ||
    isEventKey(name) ||
    /(?:at|time|timestamp|date|version)$/.test(name)
  );
}

function eventsIn({ name, fields, inner }: Part): EventName[] {
  // `event: {name: "transfer.frozen"}`.
  const isEvent = /^events?$/.test(name);
  const own = fields.flatMap(
    (field) => readEventName(isEvent && field.name === "name" ? { ...field, name: "event" } : field) ?? [],
  );
  // `events: ["transfer.frozen"]`.
  const listed = fields.flatMap((field) =>
    textsIn(field.value).flatMap(
      (value) => readEventName({ name: field.name.replace(/^events$/, "event"), value }) ?? [],
    ),
  );
  const parts = inner.filter(({ role }) => role !== "apart" && role !== "leg");
  return [...own, ...listed, ...parts.flatMap(eventsIn)];
}

/** `statuses`: what the body's own statuses mean. */
function saidByEvent({ about, leg, word, verb }: EventName, statuses: ReadonlySet<string>): Said[] {
  const isStatusKnown = statuses.size > 0;
  if (about === "apart") return [];
  if (word === undefined)
    return verb !== undefined && (!isStatusKnown || denies(verb, statuses)) ? [toSaid(verb)] : [];
  if (about === "leg") {
    const said = toSaid(ofLeg(leg, word));
    // Beside a status it adds only a meaning that we know.
    return isStatusKnown && canonicalSettlement(said.word) === undefined ? [] : [said];
  }
  // `transfer.created` only says that there is one; the status says more.
  if (isStatusKnown && (word === "created" || word === "initiated")) return [];
  return [toSaid(word)];
}

/** A status that keeps an address open, or that a verb like `not_completed` speaks against, does not stand alone. */
function denies(verb: string, statuses: ReadonlySet<string>): boolean {
  const tokens = verb.toLowerCase().split(/[^a-z0-9]+/);
  const meanings = tokens.flatMap((token) => canonicalSettlement(token) ?? []);
  // One that nobody knows closes the address as it is.
  if ([...statuses].some((status) => status.startsWith('"'))) return false;
  const isOther = meanings.some((meaning) => !statuses.has(meaning));
  return isOther || tokens.some((token) => denial.test(token)) || statuses.has("awaiting_deposit");
}

const denial =
  /^(?:not?|non|never|unpaid|unsuccessful|unable|cannot|without|(?:recall|claw|dispute|revert|bounce|void|block|fr[eo]ez|froz|suspend|halt|revok|rescind|seiz|confiscat)\w*)$/;
