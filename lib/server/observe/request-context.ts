import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { once } from "#lib/server/config/once";

/** Invariant: all work for a request knows its ID, so that the log's lines and the answer name the same. */

type RequestContext = { requestId: string };

const contexts = () => once("request-context", () => new AsyncLocalStorage<RequestContext>());

/** `undefined` outside of any request. */
export function currentRequestId(): string | undefined {
  return contexts().getStore()?.requestId;
}

/** Makes this turn, and all that it starts, part of a new request. Returns its ID. */
export function enterRequest(): string {
  const requestId = randomUUID();
  contexts().enterWith({ requestId });
  return requestId;
}

/** Uses the current request, or makes one. */
export function inRequest<Result>(work: (requestId: string) => Result): Result {
  const known = currentRequestId();
  if (known !== undefined) return work(known);
  const requestId = randomUUID();
  return contexts().run({ requestId }, () => work(requestId));
}
