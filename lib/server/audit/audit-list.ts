import { sql } from "kysely";
import type { AuditListInput, AuditPage, AuditRecord } from "#lib/contract/audit/audit";
import { tryReadJson } from "#lib/contract/wire";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { AuditRow } from "#lib/server/tables/audit-rows";
import { endOfDay, startOfDay } from "#lib/text/zone-day";

/** Invariant: reads only, and returns every column as it is stored, even one that somebody changed. */

/** Newest first (keyset over the number). Entries that only seal events are listed only if asked for. */
export async function listAudit(input: AuditListInput): Promise<AuditPage> {
  const { actor, action, record, from, to, limit, cursor } = input;
  const { timeZone } = env();
  let query = (await db())
    .selectFrom("audit_log")
    .leftJoin("people", "people.id", "audit_log.actor_id")
    .selectAll("audit_log")
    .select(calledName().as("called"))
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (actor !== undefined) {
    // Sign-in stores e-mails in lower case; people type them as they like.
    const names = [...new Set([actor, actor.toLowerCase()])];
    query = query.where(({ eb, or }) =>
      or([
        eb("actor_id", "=", actor),
        eb("actor_name", "in", names),
        eb(
          "actor_id",
          "in",
          eb
            .selectFrom("people as named")
            .select("named.id")
            .where(sql`lower(named.name)`, "=", actor.toLowerCase()),
        ),
      ]),
    );
  }
  query =
    action === undefined
      ? // To the letter the condition of the index `audit_log_acts`.
        query.where(sql<boolean>`action <> 'events_recorded'`)
      : query.where("action", "=", action);
  if (record !== undefined) query = query.where("record_id", "=", record);
  if (from !== undefined) query = query.where("at", ">=", startOfDay(from, timeZone));
  if (to !== undefined) query = query.where("at", "<", endOfDay(to, timeZone));
  if (cursor !== undefined) query = query.where("seq", "<", Number.parseInt(cursor, 10));
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nameOf = await namesOf(page.flatMap(({ detail }) => emailIn(detail) ?? []));
  return {
    items: page.map((row) => ({ ...toRecord(row), about: nameOf.get(emailIn(row.detail) ?? "") ?? null })),
    nextCursor: rows.length > limit && last !== undefined ? String(last.seq) : null,
  };
}

/** Whom an entry is about, beside who did it. */
function emailIn(detail: string): string | undefined {
  const facts: unknown = tryReadJson(detail);
  const isObject = typeof facts === "object" && facts !== null;
  return isObject && "email" in facts && typeof facts.email === "string" ? facts.email : undefined;
}

/** How they are called now, by their e-mails. */
async function namesOf(emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await (await db())
    .selectFrom("people")
    .select(["email", calledName().$notNull().as("called")])
    .where("email", "in", [...new Set(emails)])
    .execute();
  return new Map(rows.map(({ email, called }) => [email, called]));
}

function toRecord(row: AuditRow & { called: string | null }): Omit<AuditRecord, "about"> {
  return {
    seq: row.seq,
    at: row.at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? row.actor_id },
    person: row.called,
    address: row.address,
    userAgent: row.user_agent,
    action: row.action,
    recordKind: row.record_kind,
    recordId: row.record_id,
    detail: row.detail,
    cover: row.cover,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
