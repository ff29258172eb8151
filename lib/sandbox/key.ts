import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { apiKeyHeader } from "#lib/contract/offramp";
import { keptSecret } from "#lib/secret/kept-secret";
import { Refusal } from "./answer";
import { business } from "./choices";
import type { SandboxState } from "./state";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The key of a store where none is set: random, and kept beside it. The store's folder has to be there. */
export function keyBeside(databaseFile: string): string {
  return databaseFile === ":memory:"
    ? randomBytes(32).toString("base64url")
    : keptSecret(`${databaseFile}-key`);
}

/** Refuses a request without the key (section 5): 401. The digests are compared, so the time tells nothing. */
export function checkKey(request: Request, apiKey: string): void {
  const given = request.headers.get(apiKeyHeader);
  if (given === null || given === "") throw new Refusal(401, `The ${apiKeyHeader} header is missing.`);
  if (!timingSafeEqual(digest(given), digest(apiKey))) throw new Refusal(401, "The API key is not valid.");
}

/** The business record (2.5). */
export function businessRecord({ businessStatus }: SandboxState) {
  return { ...business, status: businessStatus };
}

/** Refuses a business that is not active (sections 2.5 and 7): 403, with the record where the caller asked for it. */
export function checkBusiness(state: SandboxState, options: { isRecordAsked: boolean }): void {
  if (state.businessStatus === "active") return;
  const message = `The business is not active: its status is ${state.businessStatus}.`;
  throw new Refusal(403, message, {
    body: options.isRecordAsked ? { business: businessRecord(state) } : {},
  });
}
