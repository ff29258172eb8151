import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Person } from "#lib/contract/roles";
import type { Judged } from "#lib/server/credentials/sign-in-version";
import type { RequestHeaders } from "#lib/server/http/answer";

/** Who does something, and from where. */

/** Where a request came from; null where nobody can say. */
export type From = { address: string | null; userAgent: string | null };

/** A person in one of their sessions. */
export type Actor = {
  person: Person;
  from: From;
  sessionId: string;
  /** When the person last proved to be there, ISO 8601. */
  confirmedAt: string;
};

/** Who and where, as the audit log takes it. */
export function originOf({ person, from }: Pick<Actor, "person" | "from">) {
  return { actor: { id: person.id, name: person.email }, ...from };
}

/** A command on the server, as the audit log takes it. */
export const commandOrigin = { actor: null, address: null, userAgent: null };

/** Whose sign-in is judged, under which number of theirs, and by which code where it is the second step. */
export type JudgedSignIn = Judged & { factor?: { kind: "app" | "recovery"; code: string } };

/** What the store of the sign-in library has to know of the request that it works for. */
export type AuthRequest = {
  path: string;
  from: From;
  /** Whose sign-in it is; `undefined` for somebody unknown, and for a sign-out. */
  judged?: JudgedSignIn | undefined;
  /** The token of the session that the browser holds, whether it is still good or not. */
  heldToken?: string | undefined;
};

/** The request that the sign-in library works for. */
export const authRequest = new AsyncLocalStorage<AuthRequest>();

const maxUserAgent = 200;

/** Where a request came from. The server that listens writes the address; a client's own word for it is dropped there. */
export function fromOf(headers: RequestHeaders): From {
  const address = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || null;
  return { address, userAgent: headers.get("user-agent")?.slice(0, maxUserAgent) ?? null };
}
