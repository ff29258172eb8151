import { type Refusal, type RefusalField, refusalFields } from "#lib/transfer/refusal";
import type { ServiceAnswer } from "./offramp-http";
import { firewallInstead } from "./page-instead";
import { isRecord, serviceMessage } from "./service-message";

/** Invariant: the reason of a no is read from its status and its body; a wait and a field only where the answer has them. */

const longestWaitSeconds = 86_400;

/** For a definite no, or a no with a status of success. */
export function refusalOf(answer: ServiceAnswer, body: unknown): Refusal {
  const none = { retryAfterSeconds: null, field: null };
  const { status, headers } = answer;
  if (firewallInstead(answer) !== undefined) return { ...none, code: "not_the_service" };
  const words = serviceMessage(body) ?? "";
  if (status === 403 && /\b(not active|inactive|suspend|disabled|pending)/i.test(words))
    return { ...none, code: "business_inactive" };
  if (status === 401 || status === 403) return { ...none, code: "key_rejected" };
  if (status === 429) return { ...none, code: "rate_limited", retryAfterSeconds: retrySeconds(headers) };
  return { ...none, code: "service_refused", field: fieldIn(body, words) ?? null };
}

/** A number of seconds, or a date by the service's own clock; at least 1 and at most a day. */
function retrySeconds({ "retry-after": said = "", date = "" }: ServiceAnswer["headers"]): number | null {
  const now = Date.parse(date);
  const seconds = /^\d{1,9}$/.test(said)
    ? Number.parseInt(said, 10)
    : Math.ceil((Date.parse(said) - (Number.isNaN(now) ? Date.now() : now)) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(longestWaitSeconds, Math.max(1, seconds));
}

/** The one field of the request that a refusal names: in its errors, else in its words. */
function fieldIn(body: unknown, words: string): RefusalField | undefined {
  const named = isRecord(body)
    ? [...labelsOf(body), ...[body.error, body.errors, body.data].flatMap(namesIn)]
    : [];
  const found = new Set(named.flatMap((name) => fieldCalled(name) ?? []));
  const fields = found.size > 0 ? found : fieldsIn(words);
  return fields.size === 1 ? [...fields][0] : undefined;
}

/** `errors: [{ field, message }]`, and `errors: { accountNumber: [..] }`. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap((entry) => (isRecord(entry) ? labelsOf(entry) : []));
  return isRecord(part) ? [...labelsOf(part), ...Object.keys(part)] : [];
}

function labelsOf({ field, path, param, property }: Record<string, unknown>): string[] {
  return [field, path, param, property].flat().filter((name) => typeof name === "string");
}

/** `account_number`, `body.accountNumber` and `Account number` are one name. */
function fieldCalled(name: string): RefusalField | undefined {
  const last = plain(name.split(".").at(-1) ?? "");
  return refusalFields.find((field) => plain(field) === last);
}

const plain = (name: string) => name.replace(/[^a-z]/gi, "").toLowerCase();

/** Names of two words alone: "amount" and "network" stand in many a sentence that is about something else. */
function fieldsIn(words: string): Set<RefusalField> {
  const said = (["bankCode", "accountNumber", "accountName", "callbackUrl"] as const).filter((field) =>
    new RegExp(`\\b${field.replace(/[A-Z]/, (letter) => `[ _]?${letter}`)}\\b`, "i").test(words),
  );
  return new Set(said);
}
