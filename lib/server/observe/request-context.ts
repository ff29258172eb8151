import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { once } from "#lib/server/config/once";

/** Invariant: whatever is done for a request knows its id, so that each line of the log and its answer name the same. */

type RequestContext = { requestId: string };

const contexts = () => once("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The id of the request that this is done for; `undefined` outside of any. */
export function currentRequestId(): string | undefined {
  return contexts().getStore()?.requestId;
}

/** Gives what follows in this turn, and all that it starts, to a new request. Gives its id. */
export function enterRequest(): string {
  const requestId = randomUUID();
  contexts().enterWith({ requestId });
  return requestId;
}

/** Does work for the request that is under way; for a new one where the server that listens has made none. */
export function inRequest<Result>(work: (requestId: string) => Result): Result {
  const known = currentRequestId();
  if (known !== undefined) return work(known);
  const requestId = randomUUID();
  return contexts().run({ requestId }, () => work(requestId));
}
