import "server-only";
import { TransferInitiationResponse } from "#lib/contract/offramp";
import { readJson } from "#lib/contract/wire";
import { namedInText } from "#lib/server/reading/named-in";
import { type ServiceAnswer, TransportError } from "./offramp-http";
import { serviceMessage } from "./service-message";

/** Invariant: an outcome is definite (accepted, rejected) only where the service left no doubt; all else is unknown. */

/** What became of an initiate (`docs/architecture.md`, T3 to T5). `raw` is what the service sent, as far as it was read. */
export type InitiateOutcome =
  | { kind: "accepted"; transactionId: string; address: string; raw: string }
  | { kind: "rejected"; message: string; raw: string | null; wasSent: boolean }
  | { kind: "unknown"; message: string; raw: string | null; transactionId?: string; address?: string };

/** The outcome of an initiate that got no whole answer. */
export function brokenInitiate(error: unknown): InitiateOutcome {
  const failure = error instanceof TransportError ? error : new TransportError("unreachable", true, "");
  const raw = failure.partial === "" ? null : failure.partial;
  if (!failure.wasSent) {
    return {
      kind: "rejected",
      message: "The service could not be reached. Nothing was sent to it.",
      raw,
      wasSent: false,
    };
  }
  return { kind: "unknown", message: transportMessages[failure.reason], raw, ...evidenceIn(failure.partial) };
}

/** What is said of an answer that did not come whole. */
export const transportMessages: Record<TransportError["reason"], string> = {
  unreachable: "The connection broke before the service's answer was whole.",
  timeout: "The service did not answer in time.",
  too_large: "The service's answer was larger than any answer can be.",
  encoded: "The service's answer was compressed, which nobody asked for.",
};

/** The statuses that are a definite no: nothing was created (T4). */
const definiteNo = new Set([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431]);

/** The outcome that an answer tells: a plain yes, a plain no, or unknown (T3 to T5). */
export function readInitiate({ status, text: raw }: ServiceAnswer): InitiateOutcome {
  const body = tryReadJson(raw);
  const message = serviceMessage(body);
  const isAnswer = status >= 200 && status <= 299;
  const response = TransferInitiationResponse.safeParse(body);
  if (isAnswer && response.success) {
    const { transactionId, address } = response.data;
    return { kind: "accepted", transactionId, address, raw };
  }
  const evidence = evidenceIn(raw);
  if (definiteNo.has(status) || (isAnswer && isRefusal(body))) {
    const said = message ?? (isAnswer ? "The service refused without a reason." : `HTTP ${status}`);
    return Object.keys(evidence).length === 0
      ? { kind: "rejected", message: said, raw, wasSent: true }
      : { kind: "unknown", message: doubtOf(evidence, said), raw, ...evidence };
  }
  const unclear = isAnswer
    ? "The service's answer does not say whether the transfer was created."
    : (message ?? `The service answered with HTTP ${status}.`);
  return { kind: "unknown", message: unclear, raw, ...evidence };
}

/** A no that names a transfer: one may have been created all the same. */
function doubtOf({ transactionId, address }: Evidence, said: string): string {
  const named = [
    transactionId !== undefined && `the transaction ID ${transactionId}`,
    address !== undefined && `the address ${address}`,
  ].filter((part) => part !== false);
  return `The service refused, but its answer names ${named.join(" and ")}. It said: ${said}`;
}

/** Says `success` false. */
export function isRefusal(body: unknown): body is object {
  return typeof body === "object" && body !== null && "success" in body && body.success === false;
}

type Evidence = { transactionId?: string; address?: string };

/** What an answer names of a transfer, wherever it stands: evidence for the person who resolves it. */
function evidenceIn(raw: string): Evidence {
  const { transactionIds, addresses } = namedInText(raw);
  const [transactionId] = transactionIds;
  const [address] = addresses;
  return { ...(transactionId !== undefined && { transactionId }), ...(address !== undefined && { address }) };
}

/** The JSON of an answer, or `undefined` where it is none. */
export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
