import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { apiKeyHeader } from "#lib/contract/offramp";
import { keptSecret } from "#lib/secret/kept-secret";
import { Refusal } from "./answer";
import { business } from "./choices";
import type { SandboxState } from "./state";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** A store's own key: random, and kept beside it. The store's folder must exist. */
export function keyBeside(databaseFile: string): string {
  return databaseFile === ":memory:"
    ? randomBytes(32).toString("base64url")
    : keptSecret(`${databaseFile}-key`);
}

/** Section 5: 401 without the key. Compares digests, so that the time reveals nothing. */
export function checkKey(request: Request, apiKey: string): void {
  const given = request.headers.get(apiKeyHeader);
  if (given === null || given === "") throw new Refusal(401, `The ${apiKeyHeader} header is missing.`);
  if (!timingSafeEqual(digest(given), digest(apiKey))) throw new Refusal(401, "The API key is not valid.");
}

/** 2.5. */
export function businessRecord({ businessStatus }: SandboxState) {
  return { ...business, status: businessStatus };
}

/** 2.5 and 7: 403 for a business that is not active, with the record where the caller asked for it. */
export function checkBusiness(state: SandboxState, options: { isRecordAsked: boolean }): void {
  if (state.businessStatus === "active") return;
  const message = `The business is not active: its status is ${state.businessStatus}.`;
  throw new Refusal(403, message, {
    body: options.isRecordAsked ? { business: businessRecord(state) } : {},
  });
}
