import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, maxDepth, type Part, partsOf, textOf } from "./body-names";
import { addressNameOf, isTransferIdName, isWeakIdName } from "./id-names";
import { readBody } from "./read-body-text";

/** Invariant: whatever names a transfer is found, in any wrapper, but not a repeated request or a request's own ID. */

/** Each once, in their order. */
export type Named = { transactionIds: string[]; addresses: string[] };

const maxLength = 256;
/** Where a refusal describes a field: its name is there, but not its value. */
const complaintName = /^(?:errors?|validation|violations?|fields|issues|details?)$/;

/** `undefined` for too many fields. */
function namedIn(body: unknown, takesOwnIds: boolean): Named | undefined {
  const found = { ids: new Set<string>(), addresses: new Set<string>() };
  const parts = partsOf(body);
  for (const part of parts ?? []) {
    search(part, { isComplaint: false, isOfPerson: false }, found);
    if (takesOwnIds)
      for (const { name, value } of part.fields)
        if (isWeakIdName(name)) for (const text of leaves(value, 0)) found.ids.add(text);
  }
  return parts && toNamed(found);
}

/** `takesOwnIds`: an `id` beside nothing else counts too. For a text; if it is cut or of no known form, names are searched as text. */
export function namedInText(text: string, takesOwnIds = false): Named {
  const { body, isRead } = readBody(text);
  const named = isRead ? namedIn(body, takesOwnIds) : undefined;
  if (named !== undefined) return named;
  const found = { ids: new Set<string>(), addresses: new Set<string>() };
  for (const [, key = "", value = ""] of text.matchAll(pairs)) {
    const name = key.toLowerCase().replace(/[_-]/g, "");
    if (isTransferIdName(name)) found.ids.add(value);
    const address = addressNameOf(name);
    // In a text, `Address: 12 Marina Road` is nobody's wallet.
    if (address === "certain" || (address === "plain" && value.length >= 20)) found.addresses.add(value);
  }
  return toNamed(found);
}

/** `"transactionId": "x"`, `<transactionId>x`, `transactionId=x`. */
const pairs = /([A-Za-z][A-Za-z_-]{1,40})["']?\s{0,8}[:=>]\s{0,8}["']?([A-Za-z0-9][\w.:-]{0,255})/g;

/** Has an address that nobody sends crypto to. */
const personName =
  /customer|user|sender|recipient|beneficiar|receiver|payer|payee|person|individual|owner|account|bank|business|merchant|company|billing|shipping/;

type Found = { ids: Set<string>; addresses: Set<string> };
type Place = { isComplaint: boolean; isOfPerson: boolean };

function toNamed({ ids, addresses }: Found): Named {
  return { transactionIds: [...ids], addresses: [...addresses] };
}

function search(
  { name: own, role, fields, inner }: Part,
  { isComplaint, isOfPerson }: Place,
  found: Found,
): void {
  const isTransfer =
    !isOfPerson && !complaintName.test(own) && (role === "transfer" || role === "wrapper" || hasMark(fields));
  for (const { name, value } of fields) {
    const add = (to: Set<string>) => {
      for (const text of leaves(value, 0)) if (!isComplaint || looksGiven(text)) to.add(text);
    };
    if (isTransferIdName(name) || (isTransfer && isWeakIdName(name))) add(found.ids);
    const address = addressNameOf(name);
    // The fields inside a wallet have names of their own.
    const isAround = typeof value === "object" && name === "wallet";
    if (address === "certain" || (address === "plain" && !isOfPerson && !isAround)) add(found.addresses);
  }
  for (const part of inner) {
    const place = {
      isComplaint: isComplaint || complaintName.test(part.name),
      isOfPerson: isOfPerson || personName.test(part.name),
    };
    search(part, place, found);
  }
}

/** What only a transfer has: an address, or a status that is no refusal. */
function hasMark(fields: readonly Field[]): boolean {
  return fields.some(({ name, value }) => {
    if (addressNameOf(name) !== undefined) return true;
    const word = /^(?:transaction|transfer|payout)?(?:status|state)$/.test(name) && textOf(value);
    const meaning = word ? canonicalSettlement(word) : undefined;
    return meaning !== undefined && meaning !== "failed";
  });
}

function looksGiven(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text);
}

/** At any depth. */
function leaves(value: unknown, depth: number): string[] {
  const text = textOf(value);
  if (text !== undefined) return [text.slice(0, maxLength)];
  if (depth > maxDepth || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((entry) => leaves(entry, depth + 1));
}
