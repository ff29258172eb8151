import { randomUUID } from "node:crypto";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-01-01T00:00:00.000Z";
const most = 300;

/** As many requests as a queue and a half shows, each with the longest texts; the first is of the given transfer. */
export async function fillControls(ledger: Db, transferId: string, personId: string): Promise<void> {
  const ids = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("id", "<>", transferId)
    .limit(most)
    .execute();
  const reason = { rule: "first_to_account", lines: [randomUUID()], needed: { people: 2, admins: 2 } };
  const requests = [transferId, ...ids.map(({ id }) => id)].map((subject_id) => ({
    ...{ id: randomUUID(), kind: "transfer" as const, subject_id, subject_hash: "f".repeat(64) },
    ...{ maker_id: personId, rules_n: 999_999, naira: "9".repeat(30), asked_at: at },
    requirement: JSON.stringify({
      needed: { people: 2, admins: 2 },
      reasons: Array.from({ length: 6 }, () => reason),
      ticks: ["separate", "reference", "odd_quote", "account", "name", "bank", "amount"],
      unusual: [{ kind: "largest", largest: "9".repeat(30), unit: "naira" }],
    }),
    ...{ expires_at: "2099-01-01T00:00:00.000Z", state: "waiting" as const, ended_at: null, ended_by: null },
    reason: null,
  }));
  for (let from = 0; from < requests.length; from += 50)
    await ledger
      .insertInto("requests")
      .values(requests.slice(from, from + 50))
      .execute();
  await ledger
    .insertInto("approvals")
    .values({
      ...{ id: randomUUID(), request_id: requests[0]?.id ?? "", person_id: personId },
      ...{
        person_name: "字".repeat(200),
        role: "admin",
        decision: "approved",
        at,
        subject_hash: "f".repeat(64),
      },
      ...{ output: "9".repeat(30), eligible_since: at, voided_why: "字".repeat(300) },
    })
    .execute();
}
