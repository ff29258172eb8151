import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Person } from "#lib/contract/roles";
import type { Judged } from "#lib/server/credentials/sign-in-version";
import type { RequestHeaders } from "#lib/server/http/answer";

/** Who does something, and from where. */

/** Null where unknown. */
export type From = { address: string | null; userAgent: string | null };

export type Actor = {
  person: Person;
  from: From;
  sessionId: string;
  /** When the person last confirmed who they are, ISO 8601. */
  confirmedAt: string;
};

/** As the audit log takes it. */
export function originOf({ person, from }: Pick<Actor, "person" | "from">) {
  return { actor: { id: person.id, name: person.email }, ...from };
}

/** A command on the server, as the audit log takes it. */
export const commandOrigin = { actor: null, address: null, userAgent: null };

/** `factor` is the second step's code. */
export type JudgedSignIn = Judged & { factor?: { kind: "app" | "recovery"; code: string } };

/** What the sign-in library's store must know of the request. */
export type AuthRequest = {
  path: string;
  from: From;
  /** `undefined` for somebody unknown, and for a sign-out. */
  judged?: JudgedSignIn | undefined;
  /** Whether the person has signed in from this browser before. */
  isKnownBrowser?: boolean;
  /** The waiting sign-in that a second factor completes. */
  challengeId?: string;
  /** The browser's session token, valid or not. */
  heldToken?: string | undefined;
};

export const authRequest = new AsyncLocalStorage<AuthRequest>();

const maxUserAgent = 200;

/** The server that listens writes the address, and drops a client's own word for it. */
export function fromOf(headers: RequestHeaders): From {
  const address = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || null;
  return { address, userAgent: headers.get("user-agent")?.slice(0, maxUserAgent) ?? null };
}
