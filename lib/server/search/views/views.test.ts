import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import { mostViews, type SavedView } from "#lib/contract/transfer/views";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

type Who = "support" | "finance" | "admin";
const failed = { state: "failed" };
const save = (as: Who, name: string, isShared = false, filters: object = failed) =>
  dashboard.send<SavedView>("POST", "/api/views", { as, body: { name, isShared, filters } });
const list = async (as: Who) =>
  (await dashboard.send<{ views: SavedView[] }>("GET", "/api/views", { as })).body.views;
const namesOf = async (as: Who) => (await list(as)).map(({ name }) => name);
const rename = (as: Who, id: string, name: string) =>
  dashboard.send<SavedView>("PATCH", `/api/views/${id}`, { as, body: { name } });
const remove = (as: Who, id: string) => dashboard.send("DELETE", `/api/views/${id}`, { as });
const audited = async () =>
  (await dashboard.send<AuditPage>("GET", "/api/audit?limit=100")).body.items
    .filter(({ action }) => action.startsWith("view_"))
    .map(({ action }) => action);

describe("a person's own view", () => {
  it("is a list's address under a name, counted, seen and changed by nobody else, and no matter of the audit log", async () => {
    const { status, body } = await save("support", "  Failed here ", false, {
      sort: "oldest",
      ...failed,
      q: "ade",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ id: body.id, name: "Failed here", isShared: false, isReadable: true, count: null, isMore: false },
      address: "/transfers?q=ade&state=failed&sort=oldest",
    });
    expect(await list("support")).toEqual([{ ...body, count: 0 }]);
    expect(await list("admin")).toEqual([]);
    expect((await rename("admin", body.id, "Mine")).problem.code).toBe("not_found");
    expect((await remove("admin", body.id)).status).toBe(200);
    expect(await namesOf("support")).toEqual(["Failed here"]);
    expect((await rename("support", body.id, "Mine")).body.name).toBe("Mine");
    for (const _twice of [1, 2]) expect((await remove("support", body.id)).status).toBe(200);
    expect((await rename("support", body.id, "Back")).problem.code).toBe("not_found");
    expect(await list("support")).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it("is saved once, also by two presses, and a name is in use however it is written", async () => {
    const both = await Promise.all([save("support", "Failed"), save("support", "Failed")]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
    const other = await save("support", "FAILED", false, { state: "paid" });
    expect(other.problem.code).toBe("view_exists");
    expect(other.problem.errors?.map(({ path }) => path)).toEqual(["name"]);
    const { body } = await save("support", "Paid", false, { state: "paid" });
    expect((await rename("support", body.id, "failed")).problem.code).toBe("view_exists");
    // A name of one's own takes none from everybody.
    expect((await save("finance", "Failed", true)).status).toBe(201);
    expect(await namesOf("support")).toEqual(["Failed", "Paid", "Failed"]);
  });

  it.each([
    ["no name", { name: " " }],
    ["a long name", { name: "x".repeat(41) }],
    ["a name that hides", { name: "Pa\u200bid" }],
    ["no filter", { filters: {} }],
    ["a filter that a list doesn't know", { filters: { colour: "red" } }],
    ["a status that there isn't", { filters: { status: "PAID" } }],
    ["a page of a list", { filters: { ...failed, cursor: "abc" } }],
    ["an account number", { filters: { q: "to 0123456789" } }],
  ])("is refused with %s", async (_name, body) => {
    const given = { name: "Failed", isShared: false, filters: failed, ...body };
    const { status, problem } = await dashboard.send("POST", "/api/views", { body: given });
    expect([status, problem.code]).toEqual([422, "invalid_input"]);
    expect(await list("admin")).toEqual([]);
  });
});

describe("everybody's view", () => {
  it("is made, renamed and deleted by finance, seen by all, and each change is in the audit log", async () => {
    expect((await save("support", "Ours", true)).problem.code).toBe("not_allowed");
    const { body } = await save("finance", "Ours", true);
    await save("finance", "Ours", true);
    expect((await list("support")).map(({ isShared }) => isShared)).toEqual([true]);
    expect((await rename("support", body.id, "X")).problem.code).toBe("not_allowed");
    expect((await remove("support", body.id)).problem.code).toBe("not_allowed");
    expect((await rename("admin", body.id, "All failed")).status).toBe(200);
    await rename("admin", body.id, "All failed");
    expect(await namesOf("support")).toEqual(["All failed"]);
    await remove("finance", body.id);
    await remove("finance", body.id);
    expect(await audited()).toEqual(["view_deleted", "view_renamed", "view_saved"]);
  });

  it("that a list can't read any more says so, and the others stay", async () => {
    await save("finance", "A", true);
    await save("finance", "B", true, { state: "paid" });
    await sql`update views set query = 'state=gone&x=%zz' where name = 'A'`.execute(await db());
    const views = await list("support");
    expect(views.map(({ isReadable, count }) => [isReadable, count])).toEqual([
      [false, null],
      [true, 0],
    ]);
    expect((await rename("finance", views[0]?.id ?? "", "C")).body.isReadable).toBe(false);
    expect((await remove("finance", views[0]?.id ?? "")).status).toBe(200);
    expect(await namesOf("support")).toEqual(["B"]);
  });
});

it("has room for so many of each owner, also where two press at once", async () => {
  for (let at = 1; at < mostViews; at++) await save("finance", `View ${at}`);
  const last = await Promise.all([save("finance", "Last"), save("finance", "Too many")]);
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(last.find(({ status }) => status === 409)?.problem.code).toBe("not_possible_now");
  expect(await list("finance")).toHaveLength(mostViews);
  expect((await save("finance", "Everybody's", true)).status).toBe(201);
  expect((await save("support", "Mine")).status).toBe(201);
});

it("counts what the list has, and no further than it says", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await dashboard.send("POST", "/api/transfers", { headers, body: goodTransfer })).status).toBe(201);
  await save("support", "Open", false, { state: "open" });
  await save("support", "Paid", false, { state: "paid" });
  expect((await list("support")).map(({ name, count, isMore }) => [name, count, isMore])).toEqual([
    ["Open", 1, false],
    ["Paid", 0, false],
  ]);
});
