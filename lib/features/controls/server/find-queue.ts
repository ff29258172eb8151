import type { SelectQueryBuilder } from "kysely";
import type { ApprovalQueue, EndedApproval } from "#lib/features/controls/controls-api";
import { lacksOf } from "#lib/features/controls/eligible";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Db, Schema } from "#lib/server/tables/schema";
import { toEntries } from "./find-approvals";
import { hasControls } from "./presence";
import { readColleagues } from "./read-people";

const mostListed = 50;
/** One more says that there are more: to count all that waits would read all of it. */
const mostRead = mostListed + 1;
const mostEnded = 10;
/** Nothing waits longer, whatever `APPROVAL_HOURS` is. */
const longestWaitMs = 168 * 3_600_000;

function oldestOf(ledger: Db) {
  return ledger
    .selectFrom("requests")
    .selectAll("requests")
    .where("state", "=", "waiting")
    .orderBy("asked_at")
    .orderBy("requests.id")
    .limit(mostRead);
}

/** Oldest first. Each part is found by an index of its own, so that a long queue costs what its first page does. */
export async function findQueue(actor: Actor): Promise<ApprovalQueue> {
  const ledger = await db();
  const colleagues = await readColleagues(ledger);
  const { people, now } = colleagues;
  const isAble = people.some((each) => each.id === actor.person.id && lacksOf(each, now).length === 0);
  const oldest = () => oldestOf(ledger);
  const [yours, others] = isAble
    ? [await yoursOf(oldest(), actor), await othersOf(ledger, oldest, actor)]
    : [[], await oldest().execute()];
  const shown = await endedOf(ledger);
  const ended = await toEntries(ledger, shown, actor, colleagues);
  return {
    yours: await toEntries(ledger, yours.slice(0, mostListed), actor, colleagues),
    others: await toEntries(ledger, others.slice(0, mostListed), actor, colleagues),
    waiting: yours.length + others.length,
    ended: ended.map((entry, at): EndedApproval => ({ ...entry, endedAt: shown[at]?.ended_at ?? null })),
  };
}

/** How many of them wait for this person’s decision; at most those that a queue lists and one more. */
export async function countYours(actor: Actor): Promise<number> {
  if (!(await hasControls())) return 0;
  const ledger = await db();
  const { people, now } = await readColleagues(ledger);
  const isAble = people.some((each) => each.id === actor.person.id && lacksOf(each, now).length === 0);
  return isAble ? (await yoursOf(oldestOf(ledger), actor)).length : 0;
}

type Oldest = SelectQueryBuilder<Schema, "requests", RequestRow>;

/** What the person can decide now. */
function yoursOf(oldest: Oldest, { person }: Actor): Promise<RequestRow[]> {
  return oldest
    .where("maker_id", "<>", person.id)
    .$if(person.role !== "admin", (query) => query.where("kind", "<>", "rules"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("approvals")
            .select("approvals.id")
            .whereRef("request_id", "=", "requests.id")
            .where("person_id", "=", person.id)
            .where("voided_why", "is", null),
        ),
      ),
    )
    .execute();
}

/** All else that waits: what they asked for, what they have decided on, and rules, where they are no admin. */
async function othersOf(ledger: Db, oldest: () => Oldest, { person }: Actor): Promise<RequestRow[]> {
  const asked = await oldest().where("maker_id", "=", person.id).execute();
  const decided = await oldest()
    .innerJoin("approvals", "request_id", "requests.id")
    .where("person_id", "=", person.id)
    .where("voided_why", "is", null)
    .where("at", ">", databaseTime(ledger, -longestWaitMs))
    .execute();
  const rules =
    person.role === "admin"
      ? []
      : await oldest().where("kind", "=", "rules").where("maker_id", "<>", person.id).execute();
  return [...asked, ...decided, ...rules].sort(byAge).slice(0, mostRead);
}

/** Of each end the newest that were asked for, and of these the last that ended. */
async function endedOf(ledger: Db): Promise<RequestRow[]> {
  const ends = ["approved", "declined", "withdrawn", "expired"] as const;
  const found: RequestRow[] = [];
  for (const state of ends)
    found.push(
      ...(await ledger
        .selectFrom("requests")
        .selectAll()
        .where("state", "=", state)
        .orderBy("asked_at", "desc")
        .orderBy("id", "desc")
        .limit(mostEnded)
        .execute()),
    );
  return found.sort((a, b) => byText(b.ended_at ?? "", a.ended_at ?? "") || byAge(a, b)).slice(0, mostEnded);
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function byAge(a: RequestRow, b: RequestRow): number {
  return byText(a.asked_at, b.asked_at) || byText(a.id, b.id);
}
