import { randomUUID } from "node:crypto";
import type { Db } from "#lib/server/tables/schema";

const batch = 500;
const hour = 3_600_000;

/** Writes a request that waits about each subject, each a second after the one before, by the makers in turn. */
export async function askAbout(
  ledger: Db,
  subjects: readonly string[],
  makers: readonly string[],
): Promise<void> {
  const begun = Date.now() - subjects.length * 1_000;
  const stored = { needed: { people: 1, admins: 0 }, reasons: [], ticks: [], unusual: [] };
  const rows = subjects.map((subject_id, at) => ({
    id: randomUUID(),
    kind: "transfer" as const,
    subject_id,
    subject_hash: "0".repeat(64),
    maker_id: makers[at % makers.length] ?? "",
    rules_n: 1,
    requirement: JSON.stringify(stored),
    naira: "1000000",
    asked_at: new Date(begun + at * 1_000).toISOString(),
    expires_at: new Date(Date.now() + hour).toISOString(),
    state: "waiting" as const,
    ended_at: null,
    ended_by: null,
    reason: null,
  }));
  for (let at = 0; at < rows.length; at += batch)
    await ledger
      .insertInto("requests")
      .values(rows.slice(at, at + batch))
      .execute();
}
