import type { Asker } from "#lib/server/config/offered";
import { once } from "#lib/server/config/once";
import { hashToken } from "#lib/server/credentials/token-hash";
import { type Mark, markOf } from "./device";
import { sessionTokenOf } from "./session-token";

/**
 * Invariant: the front server tells whose share a request takes before anything is read for it, by our own signature and by
 * what this process found when it last looked. So a person's sessions share, and a session that has ended is a stranger's.
 */

const mostRemembered = 10_000;
const nobody = "";

/** By the hash of a session's token, or the owner of a mark: the person, or nobody. The oldest goes first. */
const found = () => once("askers", () => new Map<string, string>());

/** Undefined for a stranger. */
export function askerOf(cookies = ""): Asker | undefined {
  const token = sessionTokenOf(cookies);
  if (token !== undefined) {
    const share = hashToken(token);
    const person = found().get(share);
    // Signed here and not looked up yet: the first request tells.
    if (person === undefined) return { kind: "known", share };
    if (person !== nobody) return { kind: "person", share: person };
  }
  const mark = markOf(cookies);
  if (mark === undefined || found().get(mark.owner) === nobody) return undefined;
  return { kind: "known", share: mark.owner };
}

/** What the database says of a session; `undefined`: it has ended, or its person is disabled. */
export function noteSession(tokenHash: string, personId: string | undefined): void {
  note(tokenHash, personId ?? nobody);
}

/** What the database says of a mark's owner. */
export function noteMark({ owner }: Mark, isActive: boolean): void {
  note(owner, isActive ? owner : nobody);
}

function note(key: string, whose: string): void {
  const all = found();
  all.delete(key);
  all.set(key, whose);
  const [oldest] = all.keys();
  if (all.size > mostRemembered && oldest !== undefined) all.delete(oldest);
}
