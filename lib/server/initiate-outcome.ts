import "server-only";
import * as z from "zod/mini";
import { TransferInitiationResponse } from "#lib/contract/offramp";
import { readJson } from "#lib/contract/wire";
import { type ServiceAnswer, TransportError } from "./offramp-http";
import { serviceMessage } from "./service-message";

/** Invariant: an outcome is definite (accepted, rejected) only where the service left no doubt; all else is unknown. */

/** What became of an initiate (`transfers.md`, T3 to T5). `raw` is what the service sent, as far as it was read. */
export type InitiateOutcome =
  | { kind: "accepted"; transactionId: string; address: string; raw: string }
  | { kind: "rejected"; message: string; raw: string | null; wasSent: boolean }
  | { kind: "unknown"; message: string; raw: string | null; transactionId?: string; address?: string };

/** The outcome of an initiate that got no whole answer. */
export function brokenInitiate(error: unknown): InitiateOutcome {
  const failure =
    error instanceof TransportError ? error : new TransportError("unreachable", true, "", { cause: error });
  const raw = failure.partial === "" ? null : failure.partial;
  if (!failure.wasSent) {
    return {
      kind: "rejected",
      message: "The service could not be reached. Nothing was sent to it.",
      raw,
      wasSent: false,
    };
  }
  return { kind: "unknown", message: transportMessages[failure.reason], raw };
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
  if (definiteNo.has(status)) {
    return {
      kind: "rejected",
      message: message ?? `HTTP ${status}`,
      raw,
      wasSent: true,
    };
  }
  if (status < 200 || status > 299)
    return { kind: "unknown", message: message ?? `The service answered with HTTP ${status}.`, raw };
  const response = TransferInitiationResponse.safeParse(body);
  if (response.success)
    return {
      kind: "accepted",
      transactionId: response.data.transactionId,
      address: response.data.address,
      raw,
    };
  const named = namedParts(body);
  if (isRefusal(body) && !namesTransfer(body)) {
    return {
      kind: "rejected",
      message: message ?? "The service refused without a reason.",
      raw,
      wasSent: true,
    };
  }
  return {
    kind: "unknown",
    message: "The service's answer does not say whether the transfer was created.",
    raw,
    ...named,
  };
}

/** Says `success` false. */
export function isRefusal(body: unknown): body is object {
  return typeof body === "object" && body !== null && "success" in body && body.success === false;
}

/** An id or an address of any type speaks against a plain no: something may have been created. */
function namesTransfer(body: object): boolean {
  return Object.entries(body).some(
    ([name, value]) =>
      (name === "transactionId" || name === "address") && value !== null && String(value).trim() !== "",
  );
}

/** The address and the id of an answer that is otherwise unusable: evidence for the person who resolves it. */
function namedParts(body: unknown): { transactionId?: string; address?: string } {
  const part = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(256))), undefined);
  const { transactionId, address } = z
    .catch(z.object({ transactionId: part, address: part }), {})
    .parse(body);
  return {
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(address === undefined ? {} : { address }),
  };
}

/** The JSON of an answer, or `undefined` where it is none. */
export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
