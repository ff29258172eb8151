import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "#lib/server/auth/actor";
import { readActor } from "#lib/server/auth/session";
import { db } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import { askAbout } from "#lib/testing/controls/waiting-requests";
import { askedDuring, readBy, stepsOf } from "#lib/testing/database/query-plans";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { findQueue } from "./find-queue";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
  dashboard.spoil();
});
afterEach(() => dashboard.close());

async function somebody(hasSecondFactor = true): Promise<Actor> {
  const { cookie } = await writeSession(await db(), testSecret, { role: "finance", hasSecondFactor });
  const actor = await readActor(new Headers({ cookie }), true);
  if (actor === undefined) throw new Error("Nobody is signed in.");
  return actor;
}

const subjects = (count: number) => Array.from({ length: count }, () => randomUUID());

it("reads a long queue as far as it is shown", async () => {
  const ledger = await db();
  const [maker, other, reader] = [await somebody(), await somebody(), await somebody()];
  await askAbout(ledger, subjects(3_000), [maker.person.id, other.person.id]);
  await askAbout(ledger, subjects(200), [reader.person.id]);
  await sql`analyze`.execute(ledger);
  const found = await findQueue(reader);
  expect([found.yours.length, found.others.length, found.waiting]).toEqual([50, 50, 102]);
  const { queries, rows } = await askedDuring(() => findQueue(reader));
  const page = found.yours.length + found.others.length;
  expect(rows).toBeLessThan(2 * page);
  const ofRequests = queries.filter(({ sql: text }) => text.includes('from "requests"'));
  if (isPostgres(ledger)) {
    expect(await readBy(ledger, ofRequests)).toBeLessThan(2 * page);
    return;
  }
  // What somebody decided within a week is found by them, and put in order.
  for (const query of ofRequests)
    for (const { detail } of await stepsOf(ledger, query))
      expect(detail).not.toMatch(query.sql.includes("join") ? /^SCAN/ : /^SCAN|TEMP B-TREE/);
});

it("lists what somebody has decided on among what waits for others, and each request once", async () => {
  const ledger = await db();
  const [maker, reader] = [await somebody(), await somebody()];
  await askAbout(ledger, subjects(4), [maker.person.id]);
  await askAbout(ledger, subjects(2), [reader.person.id]);
  const [first] = (await findQueue(reader)).yours;
  await ledger
    .insertInto("approvals")
    .values({
      ...{ id: randomUUID(), request_id: first?.id ?? "", person_id: reader.person.id },
      ...{ person_name: "Obi", role: "finance", decision: "approved", at: new Date().toISOString() },
      ...{ subject_hash: "0".repeat(64), output: null, eligible_since: null, voided_why: null },
    })
    .execute();
  const { yours, others } = await findQueue(reader);
  expect(yours.map(({ mine }) => mine)).toEqual(["decide", "decide", "decide"]);
  expect(others.map(({ id, mine }) => [id === first?.id, mine])).toEqual([
    [true, "approved"],
    [false, "asked"],
    [false, "asked"],
  ]);
});

it("asks somebody again whose approval counts no more", async () => {
  const ledger = await db();
  const [maker, reader] = [await somebody(), await somebody()];
  await askAbout(ledger, subjects(1), [maker.person.id]);
  const [asked] = (await findQueue(reader)).yours;
  await ledger
    .insertInto("approvals")
    .values({
      ...{ id: randomUUID(), request_id: asked?.id ?? "", person_id: reader.person.id },
      ...{ person_name: "Obi", role: "finance", decision: "approved", at: new Date().toISOString() },
      ...{ subject_hash: "0".repeat(64), output: null, eligible_since: null },
      voided_why: "Obi’s account is disabled",
    })
    .execute();
  const { yours, others } = await findQueue(reader);
  expect([yours.map(({ id, mine }) => [id, mine]), others]).toEqual([[[asked?.id, "decide"]], []]);
});

it("lists the last ten that ended, of any end, the newest first, whoever asks", async () => {
  const ledger = await db();
  const [maker, reader] = [await somebody(), await somebody()];
  const all = subjects(16);
  await askAbout(ledger, all, [maker.person.id]);
  const ends = ["approved", "declined", "withdrawn", "expired"] as const;
  // The one that was asked for first ends last.
  const ended = all.slice(0, 12).map((subject_id, at) => ({
    ...{ subject_id, state: ends[at % 4] ?? ("expired" as const) },
    ended_at: new Date(Date.now() - (1 + at) * 60_000).toISOString(),
  }));
  for (const { subject_id, ...end } of ended)
    await ledger.updateTable("requests").set(end).where("subject_id", "=", subject_id).execute();
  for (const each of [maker, reader]) {
    const found = await findQueue(each);
    expect(found.waiting).toBe(4);
    expect(found.ended.map(({ subjectId, state, endedAt }) => [subjectId, state, endedAt])).toEqual(
      ended.slice(0, 10).map(({ subject_id, state, ended_at }) => [subject_id, state, ended_at]),
    );
  }
});

it("lets anybody in finance decide in the sandbox, where nothing real is sent", async () => {
  const ledger = await db();
  const [maker, reader] = [await somebody(), await somebody(false)];
  await askAbout(ledger, subjects(1), [maker.person.id]);
  expect((await findQueue(reader)).yours.map(({ mine }) => mine)).toEqual(["decide"]);
});
