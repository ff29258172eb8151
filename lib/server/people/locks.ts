import { sql } from "kysely";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { confirmBudget } from "#lib/server/auth/confirm";
import { allTries, type Budget } from "#lib/server/credentials/attempts";
import type { Db, Trx } from "#lib/server/tables/schema";
import { codeBudget } from "./code-tries";
import { linkBudget } from "./links";
import { accountDigest, ofAccount, ofNetwork } from "./sign-in";

/**
 * Invariant: the operator sees what attempts have locked, and can free it, which is logged. A limit of a minute is no lock.
 */

/** Times are ISO 8601. */
export type Lock = { what: string; whose: string; since: string; until: string };

/** A lock's key starts with `start`; the rest says whose it is, and of a person or account may say which. */
type Kind = { start: string; what: string; budget: Budget; of: "account" | "person" | "network" | "link" };

const kinds: readonly Kind[] = [
  { start: "sign-in:account:", what: "Sign-in from new browsers", budget: ofAccount, of: "account" },
  { start: "sign-in:device:", what: "Sign-in from a known browser", budget: ofAccount, of: "account" },
  { start: "sign-ins:new:", what: "All sign-ins from new browsers", budget: allTries, of: "account" },
  { start: "sign-ins:known:", what: "All sign-ins from known browsers", budget: allTries, of: "account" },
  { start: "sign-in:network:", what: "Sign-in from a network", budget: ofNetwork, of: "network" },
  { start: "second-factor:network:", what: "Codes from a network", budget: ofNetwork, of: "network" },
  { start: "second-factor:person:", what: "Codes from new browsers", budget: codeBudget, of: "person" },
  { start: "second-factor:device:", what: "Codes from a known browser", budget: codeBudget, of: "person" },
  { start: "second-factor:session:", what: "Codes in an open session", budget: codeBudget, of: "person" },
  { start: "confirm:", what: "Confirmation in an open session", budget: confirmBudget, of: "person" },
  { start: "confirms:", what: "All confirmations in an open session", budget: allTries, of: "person" },
  { start: "link:network:", what: "Links from a network", budget: linkBudget, of: "network" },
  { start: "link:own:", what: "A link", budget: linkBudget, of: "link" },
];

/** The longest first. */
export async function listLocks(ledger: Db): Promise<Lock[]> {
  const now = Date.now();
  const people = await ledger.selectFrom("people").select(["id", "email"]).execute();
  const byId = new Map(people.map(({ id, email }) => [id, email]));
  const byAccount = new Map(people.map(({ email }) => [accountDigest(email), email]));
  const whose = (of: Kind["of"], rest: string) => {
    const [own = ""] = rest.split(":");
    if (of === "account") return byAccount.get(own) ?? "an address that nobody has";
    return of === "person" ? (byId.get(own) ?? "nobody") : rest;
  };
  const lock = (what: string, who: string, endsAt: string, lengthMs: number): Lock => {
    const end = Math.min(Date.parse(endsAt), now + lengthMs);
    return {
      what,
      whose: who,
      since: new Date(end - lengthMs).toISOString(),
      until: new Date(end).toISOString(),
    };
  };
  const at = new Date(now).toISOString();
  const counted = await ledger.selectFrom("attempts").selectAll().where("ends_at", ">", at).execute();
  const locks = counted.flatMap(({ key, count, ends_at }) => {
    const kind = kinds.find(({ start }) => key.startsWith(start));
    if (kind === undefined || Number(count) < kind.budget.max) return [];
    return [lock(kind.what, whose(kind.of, key.slice(kind.start.length)), ends_at, kind.budget.windowMs)];
  });
  return locks.sort((a, b) => (a.until < b.until ? 1 : -1));
}

/** Frees an e-mail address, a network as {@link listLocks} names it, or everything, and forgets what was tried. Returns how many locks. */
export async function clearLocks(ledger: Db, whose: string | undefined): Promise<number> {
  return inTransaction(ledger, async (trx) => {
    const email = whose?.includes("@") ? whose.trim().normalize().toLowerCase() : undefined;
    const person =
      email === undefined
        ? undefined
        : await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    const restOf = (of: Kind["of"]) => {
      if (whose === undefined) return "";
      if (email === undefined) return of === "network" || of === "link" ? whose.trim() : undefined;
      return of === "account" ? accountDigest(email) : of === "person" ? person?.id : undefined;
    };
    let cleared = 0;
    for (const { start, of, budget } of kinds) {
      const rest = restOf(of);
      if (rest !== undefined) cleared += await clearLocked(trx, start + rest, budget);
    }
    const detail = {
      by: "a_command" as const,
      locks: String(cleared),
      ...(email !== undefined && { email }),
    };
    await appendAudit(trx, {
      ...commandOrigin,
      action: "locks_cleared",
      recordId: person?.id ?? null,
      detail,
    });
    return cleared;
  });
}

async function clearLocked(trx: Trx, start: string, { max }: Budget): Promise<number> {
  const gone = await trx
    .deleteFrom("attempts")
    .where(sql<boolean>`substr(key, 1, ${start.length}) = ${start}`)
    .returning("count")
    .execute();
  return gone.filter(({ count }) => Number(count) >= max).length;
}
