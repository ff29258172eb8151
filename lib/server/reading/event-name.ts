import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, roleOfToken } from "./body-names";

/** Read from `transfer.failed`, `transaction_confirmed` or `payoutCompleted`. */
export type EventName = {
  /** `leg`: a deposit or a refund, which ends separately. */
  about: "transfer" | "leg" | "apart" | "unknown";
  leg: string | undefined;
  word: string | undefined;
  /** As it came, where it says something of a transfer that nobody knows: `transfer.frozen`. */
  verb: string | undefined;
};

const eventKeys = new Set(["event", "eventname", "eventtype"]);
/** Fields with an event's name at some services and a kind of thing at others. */
const looseKeys = new Set([
  "type",
  "kind",
  "action",
  "topic",
  "notificationtype",
  "webhooktype",
  "transactiontype",
]);

export function isEventKey(name: string): boolean {
  return eventKeys.has(name) || looseKeys.has(name);
}

/** `undefined` where it has no event's name. */
export function readEventName({ name, value }: Field): EventName | undefined {
  const isLoose = looseKeys.has(name);
  if (typeof value !== "string" || value.length > 200 || !(isLoose || eventKeys.has(name))) return undefined;
  const tokens = tokensOf(value);
  const known = wordIn(tokens);
  const at = known >= 0 && isOfLeg(tokens.slice(known)) ? known + 1 : known;
  const roles = tokens.slice(0, at < 0 ? undefined : at).map(roleOfToken);
  const leg = tokens[roles.indexOf("leg")];
  const word = at < 0 ? undefined : tokens.slice(at).join("_");
  const about = leg === undefined ? subjectOf(roles, at) : "leg";
  // `type: "wallet"` and `type: "completed"` say what something is, and not what happened.
  if (isLoose && tokens.length < 2 && about !== "leg") return undefined;
  const isVerb = at < 0 && about !== "apart" && !(isLoose && about === "unknown") && saysMore(tokens);
  return { about, leg, word, verb: isVerb ? value.trim() : undefined };
}

/** That a transfer was updated says nothing of it; nor does its name alone. */
const saysNothing =
  /^(?:updates?d?|chang(?:e[ds]?|ing)|status(?:es)?|states?|transition(?:s|ed)?|notif(?:y|ied|ications?)|events?|webhooks?|callbacks?|info|data|type|new|inbound|outbound|receipts?|ping|test|hello|heartbeat|v?\d+)$/;

function saysMore(tokens: readonly string[]): boolean {
  return tokens.some((token) => roleOfToken(token) === "unknown" && !saysNothing.test(token));
}

/** `refund_failed` is a word of its own, and its event is still about the refund: its status is no transfer's. */
function isOfLeg([first = "", ...rest]: readonly string[]): boolean {
  const alone = canonicalSettlement(rest.join("_"));
  return roleOfToken(first) === "leg" && alone !== undefined && !alone.startsWith("deposit_");
}

/** What comes before the word must be a subject: `transfer.not_completed` has none. */
function wordIn(tokens: readonly string[]): number {
  const other = tokens.findIndex((token) => roleOfToken(token) === "unknown");
  const last = other < 0 ? tokens.length : other;
  return tokens.findIndex(
    (_, index) => index <= last && canonicalSettlement(tokens.slice(index).join("_")) !== undefined,
  );
}

/** A word alone, or with its own subject, is about the transfer. */
function subjectOf(roles: readonly EventName["about"][], at: number) {
  if (roles.includes("transfer") || at === 0) return "transfer";
  return roles.includes("apart") ? "apart" : "unknown";
}

function tokensOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((token) => token !== "");
}
