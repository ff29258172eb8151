import { isRefusal, TransferInitiationResponse } from "#lib/contract/offramp";
import { tryReadJson } from "#lib/contract/wire";
import { namedInText } from "#lib/server/reading/named-in";
import type { Refusal } from "#lib/transfer/refusal";
import { type ServiceAnswer, TransportError, transportMessages } from "./offramp-http";
import { firewallInstead, statusNamed } from "./page-instead";
import { refusalOf } from "./refusal-of";
import { serviceMessage } from "./service-message";

/** Invariant: an outcome is definite (accepted, rejected) only where the service left no doubt; all else is unknown. */

/** `docs/architecture.md`, T3 to T5. `raw` is what was read of the answer; `isFirewall`: it is not the service's word. */
export type InitiateOutcome =
  | { kind: "accepted"; transactionId: string; address: string; raw: string }
  | {
      kind: "rejected";
      message: string;
      raw: string | null;
      wasSent: boolean;
      isFirewall?: boolean | undefined;
      /** Missing in the file of an older version. */
      refusal?: Refusal | undefined;
    }
  | { kind: "unknown"; message: string; raw: string | null; transactionId?: string; address?: string };

/** For an incomplete answer. */
export function brokenInitiate(error: unknown): InitiateOutcome {
  const failure = error instanceof TransportError ? error : new TransportError("unreachable", true, "");
  const raw = failure.partial === "" ? null : failure.partial;
  if (!failure.wasSent) {
    return {
      kind: "rejected",
      message: "The service could not be reached. Nothing was sent to it.",
      raw,
      wasSent: false,
      refusal: { code: "not_reached", retryAfterSeconds: null, field: null },
    };
  }
  return { kind: "unknown", message: transportMessages[failure.reason], raw, ...evidenceIn(failure.partial) };
}

/** A definite no: nothing was created (T4). */
const definiteNo = new Set([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431]);

/** T3 to T5. */
export function readInitiate(answer: ServiceAnswer): InitiateOutcome {
  const { status, text: raw } = answer;
  const body = tryReadJson(raw);
  const firewall = firewallInstead(answer);
  const message = firewall ?? serviceMessage(body === undefined ? raw : body);
  const bare = statusNamed(answer);
  const isAnswer = status >= 200 && status <= 299;
  const response = TransferInitiationResponse.safeParse(body);
  if (isAnswer && response.success) {
    const { transactionId, address } = response.data;
    return { kind: "accepted", transactionId, address, raw };
  }
  // A no with 2xx is an answer about a transfer: an ID of its own is one.
  const isRefused = isAnswer && isRefusal(body);
  const evidence = evidenceIn(raw, isRefused);
  if (definiteNo.has(status) || isRefused) {
    const said = message ?? (isAnswer ? "The service refused without a reason." : bare);
    const isServices = firewall === undefined;
    return Object.keys(evidence).length === 0
      ? {
          ...{ kind: "rejected", message: said, raw, wasSent: true, refusal: refusalOf(answer, body) },
          ...(!isServices && { isFirewall: true }),
        }
      : { kind: "unknown", message: doubtOf(evidence, said), raw, ...evidence };
  }
  const unclear = isAnswer
    ? "The service's answer does not say whether the transfer was created."
    : (message ?? `The service answered with ${bare}.`);
  return { kind: "unknown", message: unclear, raw, ...evidence };
}

/** A no that names a transfer: it may have been created all the same. */
function doubtOf({ transactionId, address }: Evidence, said: string): string {
  const named = [
    transactionId !== undefined && `the transaction ID ${transactionId}`,
    address !== undefined && `the address ${address}`,
  ].filter((part) => part !== false);
  return `The service refused, but its answer names ${named.join(" and ")}. It said: ${said}`;
}

type Evidence = { transactionId?: string; address?: string };

/** For the person who resolves it. */
function evidenceIn(raw: string, takesOwnIds = false): Evidence {
  const { transactionIds, addresses } = namedInText(raw, takesOwnIds);
  const [transactionId] = transactionIds;
  const [address = spokenAddress.exec(raw)?.[1]] = addresses;
  return { ...(transactionId !== undefined && { transactionId }), ...(address !== undefined && { address }) };
}

/** `Already created: send to 0x...`. Our request has no address that a refusal could be about. */
const spokenAddress =
  /\b(?:[Aa]ddress|[Ss]en[dt]|[Dd]eposit|[Pp]ay|[Tt]o|[Aa]t|[Ii]s)\W{1,4}(0x[\da-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|(?=\w*\d)[1-9A-HJ-NP-Za-km-z]{43,44})\b/;
