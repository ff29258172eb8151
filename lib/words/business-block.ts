import type { Business } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { showInvisible } from "#lib/text/visible-text";
import type { Refusal } from "#lib/transfer/refusal";
import { refusalAct } from "./refusal-words";

/** Why the service takes nothing of the business now: what happened, and what it means. */
export type BusinessBlock = { title: string; detail: string; meaning: string };

/** What is known of the business: the last answer, and the fault of a later one. */
type Known = { data: Business | undefined; error: Error | null };

const inactive =
  "You can’t create transfers, and nobody is asked to send, until it is active. Ask the service what it needs.";
const rejected = "You can’t get quotes or create transfers until an admin renews the key.";

/** Only a definite no blocks: when the service doesn't answer, the transfer's own call will tell. One meaning, wherever it is said. */
export function businessBlock({ data, error }: Known): BusinessBlock | undefined {
  if (error instanceof Problem && error.code === "business_inactive")
    return {
      title: error.title,
      detail: withoutAct(error, "business_inactive"),
      meaning: inactive,
    };
  if (error instanceof Problem && error.code === "key_rejected")
    return {
      title: error.title,
      detail: withoutAct(error, "key_rejected"),
      meaning: rejected,
    };
  if (error !== null || data === undefined || data.usable) return undefined;
  const word = showInvisible(data.status.trim());
  return {
    title: "The business is not active",
    detail: word === "" ? "The service sent no status." : `The service says “${word}”.`,
    meaning: inactive,
  };
}

/** What to do stands in what it means. */
function withoutAct({ detail }: Problem, code: Refusal["code"]): string {
  const act = refusalAct({ code, retryAfterSeconds: null, field: null });
  return detail
    .replace(/ ?Nothing was created\./, "")
    .replace(act, "")
    .replace("  ", " ")
    .trim();
}
