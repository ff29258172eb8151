import "server-only";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, roleOfToken } from "./body-names";

/** What the name of an event says: `transfer.failed`, `transaction_confirmed`, `payoutCompleted`. */
export type EventName = {
  /** What the event is of. `leg`: a deposit or a refund, which ends for itself. */
  about: "transfer" | "leg" | "apart" | "unknown";
  leg: string | undefined;
  /** The status word in it, where it has one. */
  word: string | undefined;
};

const eventKeys = new Set(["event", "eventname", "eventtype"]);
/** Names of fields that hold an event's name at some services and a kind of thing at others. */
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

/** Reads a field that may hold an event's name; `undefined` where it holds none. */
export function readEventName({ name, value }: Field): EventName | undefined {
  const isLoose = looseKeys.has(name);
  if (typeof value !== "string" || value.length > 200 || !(isLoose || eventKeys.has(name))) return undefined;
  const tokens = tokensOf(value);
  const at = wordIn(tokens);
  const roles = tokens.slice(0, at < 0 ? undefined : at).map(roleOfToken);
  const leg = tokens[roles.indexOf("leg")];
  const word = at < 0 ? undefined : tokens.slice(at).join("_");
  const about = leg === undefined ? subjectOf(roles, at) : "leg";
  // `type: "wallet"` and `type: "completed"` say what something is, and not what happened.
  if (isLoose && tokens.length < 2 && about !== "leg") return undefined;
  return { about, leg, word };
}

/** Where the status word begins: `transfer.not_completed` has none, for what stands before a word must name a subject. */
function wordIn(tokens: readonly string[]): number {
  const other = tokens.findIndex((token) => roleOfToken(token) === "unknown");
  const last = other < 0 ? tokens.length : other;
  return tokens.findIndex(
    (_, index) => index <= last && canonicalSettlement(tokens.slice(index).join("_")) !== undefined,
  );
}

/** A word that stands alone, or names its subject itself, is of the transfer. */
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
