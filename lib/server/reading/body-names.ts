import { LosslessNumber } from "lossless-json";
import { tryReadJson } from "#lib/contract/wire";

/** Invariant: names are compared without case, `_`, `-` and dots, and an inherited member is no field. */

const maxName = 100;

export type Fields = Record<string, unknown>;

/** `transaction_id`, `transactionID` and `transaction-id` become one. */
function plainName(name: string): string {
  return name
    .slice(0, maxName)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const transferNouns =
  "transfers?|transactions?|txn?s?|payouts?|payments?|orders?|paymentorders?|offramps?|withdrawals?|disbursements?|settlements?|remittances?|cashouts?|sells?|sales?|deliver(?:y|ies)|lineitems?|items?";
const transferName = new RegExp(`^(?:${transferNouns})(?:details?|data|info|record|object|event)?$`);
const transferToken = new RegExp(`^(?:${transferNouns}|off)$`);
const wrapperName =
  /^(?:data|payload|body|results?|response|events?|eventobject|resource|object|attributes|notification|message|content|details?|record|entity|update)$/;
/** A part of a transfer with an end of its own: money that comes in, or goes back. */
const legName = /^(?:deposits?|refunds?|collections?|payins?|onramps?|fundings?)$/;
/** Something beside a transfer, or an earlier state of it. */
const apartName =
  /^(?:customers?|users?|senders?|recipients?|beneficiar(?:y|ies)|receivers?|payers?|payees?|person|individual|owner|(?:bank|virtual)?accounts?|banks?|business|merchant|company|organi[sz]ation|ky[cb]|identity|quotes?|rates?|fees?|wallets?|assets?|currency|networks?|meta(?:data)?|requests?|webhooks?|messages?|notifications?|headers?|errors?|links|pagination|subscriptions?|cards?|address|source|destination|balances?|invoices?|(?:previous|prior|old|before|former|original|initial|last).*|.*(?:history|changes|timeline|logs?))$/;

/** What an object or array is, by its name. */
type Role = "wrapper" | "transfer" | "leg" | "apart" | "unknown";

function roleOf(name: string): Role {
  if (transferName.test(name)) return "transfer";
  if (wrapperName.test(name)) return "wrapper";
  if (legName.test(name)) return "leg";
  return apartName.test(name) ? "apart" : "unknown";
}

export function isApart(name: string): boolean {
  return roleOf(name) === "apart";
}

/** For one word of an event's name, such as `payout` in `payout.completed`. */
export function roleOfToken(token: string): Exclude<Role, "wrapper"> {
  if (transferToken.test(token)) return "transfer";
  if (legName.test(token)) return "leg";
  return apartName.test(token) || token === "test" ? "apart" : "unknown";
}

/** With its name as it is compared. */
export type Field = { name: string; value: unknown };
/** An object of a body, its name in the one around it, and the objects directly inside. */
export type Part = {
  name: string;
  role: Role | "top";
  fields: readonly Field[];
  inner: readonly Part[];
  /** Whether there are objects inside that are not looked at. */
  isDeeper: boolean;
};

/** Deeper objects are not looked at. */
export const maxDepth = 12;
/** No service sends more; reading them would block other requests. */
const maxFields = 2_000;

/** The objects of a body, or of the list that it is. `undefined` for too many fields. */
export function partsOf(body: unknown): Part[] | undefined {
  const budget = { left: maxFields };
  const parts = objectsOf(body).map((fields) => toPart("", "top", fields, 0, budget));
  return budget.left < 0 ? undefined : parts;
}

/** Whether all objects were looked at. */
export function isWhole(parts: readonly Part[]): boolean {
  return parts.every(({ isDeeper, inner }) => !isDeeper && isWhole(inner));
}

function toPart(
  name: string,
  role: Part["role"],
  object: Fields,
  depth: number,
  budget: { left: number },
): Part {
  budget.left -= 1;
  const fields: Field[] = [];
  const inner: Part[] = [];
  let isDeeper = false;
  for (const [key, given] of Object.entries(object)) {
    budget.left -= 1;
    if (budget.left < 0) break;
    const field = { name: plainName(key), value: given };
    fields.push(field);
    if (typeof given !== "object" && typeof given !== "string") continue;
    const within = roleOf(field.name);
    const objects = objectsOf(within === "apart" ? given : fromText(given));
    isDeeper ||= (depth >= maxDepth && objects.length > 0) || isDeepList(given);
    if (depth >= maxDepth) continue;
    for (const each of objects) inner.push(toPart(field.name, within, each, depth + 1, budget));
  }
  return { name, role, fields, inner, isDeeper };
}

function objectsOf(value: unknown): Fields[] {
  // Lists of lists as well.
  if (Array.isArray(value)) return value.flat(maxDepth).filter(isFields);
  return isFields(value) ? [value] : [];
}

/** A text that is JSON is read as JSON: some wrap a body so. */
function fromText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  return tryReadJson(value) ?? value;
}

function isDeepList(value: unknown): boolean {
  return Array.isArray(value) && value.flat(maxDepth).some(Array.isArray);
}

/** The texts and numbers of a list, and of lists in it, each as if it stood alone; none for what is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.flat(maxDepth).flatMap((each) => textOf(each) ?? []) : [];
}

/** A text or number, trimmed; `undefined` for anything else, and when empty. */
export function textOf(value: unknown): string | undefined {
  // Not by a field of it: a body can have any.
  const text = value instanceof LosslessNumber ? value.value : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}
