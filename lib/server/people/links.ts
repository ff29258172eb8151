import { randomBytes, randomUUID } from "node:crypto";
import type { LinkContent, LinkInput, SetupInput } from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { may, type Role, roles } from "#lib/contract/roles";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import type { From } from "#lib/server/auth/actor";
import { countAttempt, guessWindowMs } from "#lib/server/credentials/attempts";
import { newPasswordFault } from "#lib/server/credentials/new-password";
import { hashPassword } from "#lib/server/credentials/password-hash";
import { holdPerson, writePassword } from "#lib/server/credentials/sign-in-version";
import { hashToken } from "#lib/server/credentials/token-hash";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { tellPerson } from "#lib/server/outbox/tell-people";
import type { Db, OneTimeLinkRow, Trx } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { holdValue } from "#lib/server/tables/value-lock";
import { networkOf } from "#lib/text/network.mjs";
import { holdApprovals } from "./approval-hold";

/**
 * Invariant: a link works once, until it expires, is replaced, or its maker loses the right. The database has its hash only.
 * Its token is behind a `#`, which no server or referrer gets.
 */

export const linkLifeMs = {
  setup: 24 * 60 * 60_000,
  invitation: 7 * 24 * 60 * 60_000,
  password: 24 * 60 * 60_000,
};
/** Attempts of a network. */
export const linkBudget = { max: 60, windowMs: guessWindowMs };
const unusable = "It was used, has expired, or was replaced. Ask an admin for a new one.";

/** `path` holds the token; the ID is the row's. */
export type MadeLink = { id: string; path: string; expiresAt: string };
type NewLink = Pick<OneTimeLinkRow, "kind" | "email" | "role" | "person_id" | "created_by">;

/** In the transaction of its purpose; ends earlier links of its kind for the person. */
export async function makeLink(trx: Trx, link: NewLink): Promise<MadeLink> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  const expiresAt = new Date(now + linkLifeMs[link.kind]).toISOString();
  const id = randomUUID();
  // Several servers may start at once and each print its link; the first one used ends them all.
  if (link.kind !== "setup") {
    const whose = link.email ?? link.person_id;
    await holdValue(trx, "links", `${link.kind} ${whose}`);
    await trx
      .deleteFrom("one_time_links")
      .where("kind", "=", link.kind)
      .where(link.kind === "invitation" ? "email" : "person_id", "=", whose)
      .execute();
  }
  await trx
    .insertInto("one_time_links")
    .values({
      ...link,
      id,
      token_hash: hashToken(token),
      created_at: new Date(now).toISOString(),
      expires_at: expiresAt,
    })
    .execute();
  return { id, path: `/${link.kind === "setup" ? "setup" : "welcome"}#${token}`, expiresAt };
}

/** Throws `link_unusable`. Guesses count for their network. */
export async function readLink(token: string, from: From): Promise<LinkContent> {
  return contentOf(await take(token, from));
}

/** Counts the attempt. Throws `link_unusable`. */
async function take(token: string, from: From) {
  const ledger = await db();
  const link = await find(ledger, token);
  await refuseGuesses(ledger, from, link);
  if (link === undefined) throw new Problem("link_unusable", unusable);
  return link;
}

function contentOf(link: FoundLink): LinkContent {
  if (link.kind === "invitation" && link.email !== null && link.role !== null)
    return { kind: "invitation", email: link.email, role: link.role };
  if (link.kind === "password" && link.person_email !== null && link.person_role !== null)
    return { kind: "password", email: link.person_email, role: link.person_role };
  throw new Problem("link_unusable", unusable);
}

/** Makes the first admin. Throws `link_unusable` or `invalid_input`. */
export async function setUp(input: SetupInput, from: From): Promise<void> {
  const { token, name, email, password } = input;
  const ledger = await db();
  const link = await find(ledger, token);
  await refuseGuesses(ledger, from, link);
  if (link?.kind !== "setup") throw new Problem("link_unusable", unusable);
  await checkNewPassword(password, [name, email]);
  const hash = await hashPassword(password);
  await inTransaction(ledger, async (trx) => {
    await use(trx, token, "setup");
    const id = await addPerson(trx, { name, email, role: "admin" }, hash);
    await appendAudit(trx, {
      actor: { id, name: email },
      ...from,
      action: "setup_done",
      recordId: id,
      detail: {},
    });
    await requireOnlyPerson(trx);
  });
}

/** Makes the person of an invitation, or sets a new password; returns whose. Throws `link_unusable`, `invalid_input`. */
export async function acceptLink({ token, name, password }: LinkInput, from: From): Promise<string> {
  const found = await take(token, from);
  const { kind, email, role } = contentOf(found);
  if (kind === "invitation" && name === undefined)
    throw new Problem("invalid_input", "Enter a name.", {
      errors: [{ path: "name", message: "Enter a name." }],
    });
  await checkNewPassword(password, [name ?? "", email]);
  const hash = await hashPassword(password);
  const ledger = await db();
  await inTransaction(ledger, async (trx) => {
    const linkMadeBy = await holdMaker(trx, found);
    const link = await use(trx, token, kind);
    if (kind === "password") return setPassword(trx, String(link.person_id), hash, { from, linkMadeBy });
    if (await isKnown(trx, email))
      throw new Problem("person_exists", "This address already has an account: sign in.");
    const id = await addPerson(trx, { name: name ?? "", email, role }, hash);
    await holdApprovals(trx, id, "joined");
    const actor = { id, name: email };
    const detail = { email, role, linkMadeBy };
    await appendAudit(trx, { actor, ...from, action: "invitation_accepted", recordId: link.id, detail });
  });
  return email;
}

/** Returns the ID. */
export async function addPerson(
  trx: Trx,
  { name, email, role }: { name: string; email: string; role: Role },
  passwordHash: string,
): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  const times = { created_at: at, updated_at: at };
  await trx
    .insertInto("people")
    .values({
      id,
      name,
      email,
      email_verified: 0,
      image: null,
      role,
      is_disabled: 0,
      two_factor_enabled: 0,
      sign_in_version: 0,
      ...times,
    })
    .execute();
  await trx
    .insertInto("credentials")
    .values({
      id: randomUUID(),
      person_id: id,
      account_id: id,
      provider_id: "credential",
      password_hash: passwordHash,
      ...times,
    })
    .execute();
  return id;
}

export async function hasPeople(ledger: Db): Promise<boolean> {
  return (await ledger.selectFrom("people").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Throws `link_unusable` when somebody else has an account. Call it after the audit entry, which lets one transaction in at
 * a time: of two servers, one makes the first admin.
 */
export async function requireOnlyPerson(trx: Trx): Promise<void> {
  const people = await trx.selectFrom("people").select("id").limit(2).execute();
  if (people.length > 1) throw new Problem("link_unusable", "There is already an admin. Sign in instead.");
}

async function isKnown(ledger: Db, email: string): Promise<boolean> {
  const person = await ledger.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
  return person !== undefined;
}

/** Ends every session, which locks out whoever had the old password. */
async function setPassword(
  trx: Trx,
  personId: string,
  hash: string,
  { from, linkMadeBy }: { from: From; linkMadeBy: string },
): Promise<void> {
  const sessionsEnded = String(await writePassword(trx, personId, hash));
  const { email } = await trx
    .selectFrom("people")
    .select("email")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  await holdApprovals(trx, personId, "password_link");
  const actor = { id: personId, name: email };
  const detail = { sessionsEnded, linkMadeBy };
  await tellPerson(trx, personId, "security.password_changed", {}, from);
  await appendAudit(trx, { actor, ...from, action: "password_changed", recordId: personId, detail });
}

/** Judging and hashing cost the server much. A known link has attempts of its own; guesses use those of their network. */
async function refuseGuesses(ledger: Db, { address }: From, link: OneTimeLinkRow | undefined): Promise<void> {
  const key = link === undefined ? `link:network:${networkOf(address)}` : `link:own:${link.id}`;
  const { isAllowed, retryAfterSeconds } = await countAttempt(ledger, key, linkBudget);
  if (isAllowed) return;
  const whose = link === undefined ? "from this network" : "with this link";
  throw new Problem("too_many_requests", `Too many tries ${whose}. Try again later.`, {
    retryAfterSeconds,
  });
}

/** Removes a link: of many at once, one call succeeds. Throws `link_unusable`. */
async function use(trx: Trx, token: string, kind: OneTimeLinkRow["kind"]): Promise<OneTimeLinkRow> {
  const link = await trx
    .deleteFrom("one_time_links")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "=", kind)
    .where("expires_at", ">", new Date().toISOString())
    .where("created_at", "<=", latestTime())
    .returningAll()
    .executeTakeFirst();
  if (link === undefined) throw new Problem("link_unusable", unusable);
  return link;
}

/** Who made a link, with a lock on their right to, until the transaction ends. */
async function holdMaker(trx: Trx, { created_by }: OneTimeLinkRow): Promise<string> {
  if (created_by === null) return "a_command";
  const maker = await holdPerson(trx, created_by);
  if (maker === undefined || maker.is_disabled === 1 || !may(maker.role, "manage_people"))
    throw new Problem("link_unusable", unusable);
  return maker.email;
}

type FoundLink = NonNullable<Awaited<ReturnType<typeof find>>>;

function find(ledger: Db, token: string) {
  return openLinks(ledger).where("one_time_links.token_hash", "=", hashToken(token)).executeTakeFirst();
}

/** Usable links, with who made each and who a password link is for. */
export function openLinks(ledger: Db) {
  const makers = roles.filter((role) => may(role, "manage_people"));
  return ledger
    .selectFrom("one_time_links")
    .leftJoin("people as makers", "makers.id", "one_time_links.created_by")
    .leftJoin("people", "people.id", "one_time_links.person_id")
    .selectAll("one_time_links")
    .select([calledName("makers").as("maker"), "people.email as person_email", "people.role as person_role"])
    .where("one_time_links.expires_at", ">", new Date().toISOString())
    .where("one_time_links.created_at", "<=", latestTime())
    .where(({ and, eb, or }) =>
      or([
        eb("one_time_links.created_by", "is", null),
        and([eb("makers.is_disabled", "=", 0), eb("makers.role", "in", makers)]),
      ]),
    );
}

/** Also those by which somebody else pays. Returns how many. `endedBy`: the person who took the right. */
export async function endLinksOf(trx: Trx, personId: string, endedBy: string): Promise<number> {
  const ended = await trx.deleteFrom("one_time_links").where("created_by", "=", personId).executeTakeFirst();
  const payers = await trx
    .updateTable("pay_links")
    .set({ ended_at: new Date().toISOString(), ended_by: endedBy })
    .where("created_by", "=", personId)
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
  for (const row of payers) if (row.cover_key !== "") coverRecord(trx, "link-1", row);
  return Number(ended.numDeletedRows) + payers.length;
}

async function checkNewPassword(password: string, known: readonly string[]): Promise<void> {
  const fault = await newPasswordFault(password, known);
  if (fault !== undefined)
    throw new Problem("invalid_input", fault, { errors: [{ path: "password", message: fault }] });
}
