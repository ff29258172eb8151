import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import { decryptSecret } from "#lib/features/telling/server/webhooks/endpoint-secret";
import { wholeUrl } from "#lib/features/telling/server/webhooks/endpoint-url";
import type { Delivery, DeliveryPage, Endpoint, NewEndpoint } from "#lib/features/telling/webhooks";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";

/** Nothing is sent here: no worker runs. */
const pathToken = "whk_tok_9fA3zQ7LmN";
const url = `https://203.0.113.7:8443/hooks/${pathToken}?key=${pathToken}`;
const allowed = { WEBHOOK_ALLOW_NETWORKS: "203.0.113.0/24, 127.0.0.0/8" };
const good = { name: "Ledger", url, kinds: ["transfer.created", "transfer.status_reported"] };
const noId = "00000000-0000-4000-8000-000000000000";
const dayMs = 86_400_000;

let dashboard: TestDashboard;
const start = async (variables: Record<string, string> = allowed) => {
  dashboard = await startDashboard(variables);
};
const send = <Body>(method: string, path: string, options: SendOptions = {}) =>
  dashboard.send<Body>(method, path, options);
const add = (changes: object = {}) =>
  send<NewEndpoint>("POST", "/api/webhooks", { body: { ...good, ...changes } });
const change = (id: string, body: object) => send<Endpoint>("PATCH", `/api/webhooks/${id}`, { body });
const list = async () => (await send<{ endpoints: Endpoint[] }>("GET", "/api/webhooks")).body.endpoints;
const deliveries = async (query = "") => (await send<DeliveryPage>("GET", `/api/deliveries${query}`)).body;
const acts = async () =>
  (await send<AuditPage>("GET", "/api/audit")).body.items.map(({ action, detail }) => [
    action,
    JSON.parse(detail),
  ]);
const faultsOf = ({ problem }: { problem: { errors?: { path: string; message: string }[] } }) =>
  Object.fromEntries((problem.errors ?? []).map(({ path, message }) => [path, message]));

/** Deliveries of an endpoint, each of a transfer of its own; returns their rows. */
async function deliver(endpointId: string, states: string[], minutesAgo = 1) {
  const ledger = await db();
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const rows = states.map((state, place) => ({
    ...{
      id: `msg_${minutesAgo}_${place}_${endpointId}`,
      channel: "webhook" as const,
      endpoint_id: endpointId,
    },
    ...{ person_id: null, subject: noId.replace(/0$/, `${place}`), kind: "transfer.created" },
    ...{ body: `{"type":"transfer.created","n":${place}}`, created_at: at, due_at: at, state },
  }));
  await appendDeliveries(
    ledger,
    rows.map(({ state: _state, ...row }) => row),
  );
  for (const { id, state } of rows)
    await ledger
      .updateTable("deliveries")
      .set({ state: state as Delivery["state"], attempts: 3, done_at: state === "waiting" ? null : at })
      .where("id", "=", id)
      .execute();
  return rows;
}
const rowOf = async (id: string) =>
  (await db()).selectFrom("deliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("an endpoint", () => {
  beforeEach(() => start());
  afterEach(() => dashboard.close());

  it("is added with a secret that only this answer has, and that is stored encrypted", async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.endpoint).toMatchObject({ name: "Ledger", origin: "https://203.0.113.7:8443", isOn: true });
    const { id } = body.endpoint;
    const row = await (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
    expect(await decryptSecret(row.encrypted_secret, id)).toBe(body.secret);
    const others = [await send("GET", `/api/webhooks/${id}`), await change(id, { name: "Other" })];
    const everything = [
      row,
      await list(),
      await acts(),
      await deliveries(),
      ...others.map((each) => each.body),
    ];
    expect(JSON.stringify(everything)).not.toContain(`${body.secret}`.slice(6, 30));
  });

  it("shows what may be a token of its URL to the form alone", async () => {
    const { body } = await add();
    const { id } = body.endpoint;
    expect((await send<{ url: string }>("GET", `/api/webhooks/${id}`)).body.url).toBe(url);
    await send("POST", `/api/webhooks/${id}/test`);
    await change(id, { url: `https://203.0.113.8/${pathToken}` });
    const shown = [body, await list(), await acts(), await deliveries()];
    expect(JSON.stringify(shown)).not.toContain(pathToken);
    expect(await acts()).toEqual([
      ["endpoint_changed", { host: "203.0.113.8", oldHost: "203.0.113.7:8443" }],
      ["endpoint_tested", { host: "203.0.113.7:8443" }],
      ["endpoint_url_shown", { host: "203.0.113.7:8443" }],
      ["endpoint_added", { host: "203.0.113.7:8443", form: "standard" }],
    ]);
    await send("DELETE", `/api/webhooks/${id}`);
    const row = await (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(pathToken);
    expect(row.encrypted_secret).toBe("");
  });

  it.each([
    ["slack", "Slack"],
    ["teams", "Teams"],
  ])("whose form is %s never shows its address again, and is signed with nothing", async (form, service) => {
    const { status, body } = await add({ form });
    expect([status, body.secret]).toEqual([201, null]);
    expect(body.endpoint).toMatchObject({ form, origin: "https://203.0.113.7:8443" });
    const { id } = body.endpoint;
    const read = await send<{ url: string | null }>("GET", `/api/webhooks/${id}`);
    expect(read.body.url).toBeNull();
    await send("POST", `/api/webhooks/${id}/test`);
    // The same address moves nothing, and another one does.
    await change(id, { url });
    await change(id, { name: "Renamed" });
    await change(id, { url: `https://203.0.113.8/${pathToken}` });
    const row = async () => (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
    expect(await wholeUrl(await row())).toBe(`https://203.0.113.8/${pathToken}`);
    const renewed = await send("POST", `/api/webhooks/${id}/secret`);
    expect([renewed.problem.code, renewed.problem.detail]).toEqual([
      "not_possible_now",
      `A ${service} message isn’t signed: its address is its secret. Make a new address in ${service}, and enter it here. Nothing was changed.`,
    ]);
    // What waits is written in its form.
    expect((await change(id, { form: "standard" })).status).toBe(422);
    const kept = await (await db()).selectFrom("deliveries").select("body").execute();
    const shown = [body, read.body, await list(), await acts(), await deliveries(), await row(), kept];
    expect(JSON.stringify(shown)).not.toContain(pathToken);
    expect(await acts()).toEqual([
      ["endpoint_changed", { host: "203.0.113.8", oldHost: "203.0.113.7:8443" }],
      ["endpoint_changed", { host: "203.0.113.7:8443", isRenamed: true }],
      ["endpoint_tested", { host: "203.0.113.7:8443" }],
      ["endpoint_added", { host: "203.0.113.7:8443", form }],
    ]);
    await send("DELETE", `/api/webhooks/${id}`);
    expect(await row()).toMatchObject({ url: "https://203.0.113.8", encrypted_secret: "" });
  });

  it("takes an address of Slack for Slack messages alone, where it is kept as a secret", async () => {
    const slack = `https://hooks.slack.com/services/${pathToken}`;
    const refusal = { url: expect.stringContaining("This is an address of Slack") };
    expect(faultsOf(await add({ url: slack }))).toEqual(refusal);
    expect(faultsOf(await add({ url: slack, form: "teams" }))).toEqual(refusal);
    const { id } = (await add()).body.endpoint;
    expect(faultsOf(await change(id, { url: slack }))).toEqual(refusal);
  });

  it("says in the audit log what of it changed", async () => {
    const { id } = (await add()).body.endpoint;
    await change(id, { name: "Renamed", kinds: ["transfer.status_reported", "attention.raised"] });
    await change(id, { url: `${url}/other` });
    const host = "203.0.113.7:8443";
    const [kindsAdded, kindsRemoved] = ["attention.raised", "transfer.created"];
    expect((await acts()).slice(0, 2)).toEqual([
      ["endpoint_changed", { host, oldHost: host }],
      ["endpoint_changed", { host, isRenamed: true, kindsAdded, kindsRemoved }],
    ]);
  });

  it("is not added twice by a repeat, nor by two at once, and at most ten times", async () => {
    const twice = await Promise.all([add(), add()]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = await add();
    expect([refused.problem.code, faultsOf(refused).name]).toEqual([
      "endpoint_exists",
      "Another endpoint has this name.",
    ]);
    const many = await Promise.all(Array.from({ length: 12 }, (_, place) => add({ name: `More ${place}` })));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(await list()).toHaveLength(10);
    const full = await add({ name: "One too many" });
    expect(full.problem.detail).toBe("There are 10 endpoints. Remove one first. Nothing was saved.");
  });

  it("is turned off and on, which forgets its failures, as another URL does", async () => {
    const { id } = (await add()).body.endpoint;
    const fail = async () =>
      (await db())
        .updateTable("endpoints")
        .set({ failures_in_row: 12, failing_since: "2026-01-01T00:00:00.000Z", last_result: "500" })
        .set({ rest_until: new Date(Date.now() + 60_000).toISOString() })
        .execute();
    await fail();
    expect((await list())[0]).toMatchObject({ failingSince: "2026-01-01T00:00:00.000Z", lastResult: "500" });
    expect((await change(id, { isOn: false })).body).toMatchObject({ isOn: false, offWhy: null });
    expect((await send("POST", `/api/webhooks/${id}/test`)).problem.detail).toBe(
      "This endpoint is off. Turn it on first. Nothing was sent.",
    );
    await change(id, { isOn: false });
    expect((await change(id, { isOn: true })).body).toMatchObject({ failingSince: null, restUntil: null });
    await fail();
    await change(id, { name: "Renamed" });
    expect((await list())[0]?.failingSince).not.toBeNull();
    await change(id, { url: "http://127.0.0.1:1/" });
    expect((await list())[0]).toMatchObject({
      failingSince: null,
      restUntil: null,
      origin: "http://127.0.0.1:1",
    });
    expect((await acts()).map(([action]) => action)).toEqual([
      "endpoint_changed",
      "endpoint_changed",
      "endpoint_turned_on",
      "endpoint_turned_off",
      "endpoint_added",
    ]);
  });

  it("gets a new secret, and the one before for a day beside it", async () => {
    const { endpoint, secret } = (await add()).body;
    const askedAt = Date.now();
    const renewed = await send<NewEndpoint>("POST", `/api/webhooks/${endpoint.id}/secret`);
    expect(renewed.status).toBe(201);
    const renewedAt = Date.parse(`${renewed.body.endpoint.previousUntil}`) - dayMs;
    expect(renewedAt).toBeGreaterThanOrEqual(askedAt);
    expect(renewedAt).toBeLessThanOrEqual(Date.now());
    const row = await (await db()).selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
    expect(await decryptSecret(row.encrypted_secret, endpoint.id)).toBe(renewed.body.secret);
    expect(await decryptSecret(`${row.encrypted_previous_secret}`, endpoint.id)).toBe(secret);
  });

  it("withdraws what waits when it is removed, and leaves its name to what was sent", async () => {
    const { id } = (await add()).body.endpoint;
    const other = (await add({ name: "Other" })).body.endpoint;
    const rows = await deliver(id, ["waiting", "delivered", "waiting"]);
    const [left] = await deliver(other.id, ["waiting"]);
    const removed = await send("DELETE", `/api/webhooks/${id}`);
    expect([removed.status, removed.body]).toEqual([200, { withdrawn: 2 }]);
    expect((await Promise.all(rows.map((row) => rowOf(row.id)))).map(({ state }) => state)).toEqual([
      "withdrawn",
      "delivered",
      "withdrawn",
    ]);
    expect((await rowOf(`${left?.id}`)).state).toBe("waiting");
    expect((await list()).map(({ name }) => name)).toEqual(["Other"]);
    const { items } = await deliveries(`?endpoint=${id}`);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({ receiver: "Ledger", isReceiverGone: true });
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", ""],
      ["POST", "/secret"],
      ["POST", "/test"],
    ] as const)
      expect((await send(method, `/api/webhooks/${id}${path}`)).status, path).toBe(404);
    expect((await change(id, { isOn: true })).status).toBe(404);
    expect((await send("POST", `/api/deliveries/${rows[1]?.id}/replay`)).status).toBe(404);
    // Its name is free again, and after its deliveries it goes itself.
    expect((await add()).status).toBe(201);
    const ids = async () =>
      (await (await db()).selectFrom("endpoints").select("id").execute()).map((row) => row.id);
    expect(await ids()).toContain(id);
    const longAgo = new Date(Date.now() - 32 * dayMs).toISOString();
    await (await db()).updateTable("endpoints").set({ removed_at: longAgo }).where("id", "=", id).execute();
    await add({ name: "One more" });
    expect(await ids()).not.toContain(id);
  });

  it("is changed by nobody whose confirmation is old", async () => {
    const { id } = (await add()).body.endpoint;
    const [sent] = await deliver(id, ["delivered"]);
    const old = await writeSession(await db(), authSecret(), { role: "admin", confirmed: -6 * 60_000 });
    const writes: [string, string, object?][] = [
      ["POST", "/api/webhooks", { ...good, name: "New" }],
      ["PATCH", `/api/webhooks/${id}`, { isOn: false }],
      ["DELETE", `/api/webhooks/${id}`],
      ["POST", `/api/webhooks/${id}/secret`],
      ["POST", `/api/webhooks/${id}/test`],
      ["POST", `/api/webhooks/${id}/replay`, { from: "2026-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" }],
      ["POST", `/api/deliveries/${sent?.id}/replay`],
    ];
    for (const [method, path, body] of writes) {
      const options = { as: "nobody", headers: { cookie: old.cookie }, ...(body && { body }) } as const;
      const { status, problem } = await send(method, path, options);
      expect([status, problem.code], `${method} ${path}`).toEqual([403, "confirmation_needed"]);
    }
    expect(await list()).toMatchObject([{ id, isOn: true, waiting: 0, previousUntil: null }]);
  });
});

describe("what is entered", () => {
  beforeAll(() => start());
  afterAll(() => dashboard.close());

  it.each([
    ["name", { name: "Led\u202eger" }, "The name contains an invisible character. Type it again."],
    ["name", { name: "a\u0000b" }, "The name contains an invisible character. Type it again."],
    ["name", { name: " \n " }, "Enter a name."],
    ["name", { name: "n".repeat(101) }, "The name is too long: use at most 100 characters."],
    [
      "url",
      { url: "https://203.0.113.7/a\nb" },
      "The address contains an invisible character. Type it again.",
    ],
    ["url", { url: "https://203.0.113.7/a b" }, "The address contains a space."],
    [
      "url",
      { url: `https://203.0.113.7/${"x".repeat(2_040)}` },
      "The address is too long: use at most 2,048 characters.",
    ],
    [
      "url",
      { url: "https://user:pass@203.0.113.7/" },
      "The address must not hold a user name or a password.",
    ],
    ["url", { url: "https://203.0.113.7/#part" }, "The address must not have a part after #."],
    ["url", { url: "ftp://203.0.113.7/" }, /^Enter an address that starts with https:/],
    ["url", { url: "javascript:alert(1)" }, /^Enter an address that starts with https:/],
    ["url", { url: 7 }, "Enter the address."],
    ["kinds", { kinds: [] }, "Choose at least one kind of message."],
    ["kinds", { kinds: ["transfer.created", "transfer.created"] }, "A kind is chosen twice."],
    ["kinds.0", { kinds: ["endpoint.test"] }, "This is not a kind of message."],
    ["form", { form: "discord" }, "This is not a form of a message."],
    ["secret", { secret: "whsec_mine" }, "This field doesn't exist here."],
  ])("is refused at the field: %s %j", async (path, input, message) => {
    const refused = await add(input);
    expect(refused.status).toBe(422);
    expect(faultsOf(refused)[path]).toMatch(message);
    expect(await list()).toEqual([]);
  });

  it("is stored as it was meant where it can be, and a change of nothing is refused", async () => {
    const { endpoint } = (await add({ name: "  Caf\u0065\u0301   books ", url: `  ${url} ` })).body;
    expect(endpoint.name).toBe("Caf\u00e9 books");
    expect((await send<{ url: string }>("GET", `/api/webhooks/${endpoint.id}`)).body.url).toBe(url);
    expect((await change(endpoint.id, {})).status).toBe(422);
    expect((await change(endpoint.id, { url: "https://10.0.0.1/" })).status).toBe(422);
  });
});

describe("a private address that is not allowed", () => {
  beforeAll(() => start({}));
  afterAll(() => dashboard.close());

  it.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "①②⑦.⓪.⓪.①",
    "0",
    "localhost",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::7f00:1]",
    "[64:ff9b::7f00:1]",
    "[fd00::1]",
  ])("is refused as %s", async (host) => {
    const refused = await add({ url: `https://${host}/hook` });
    expect(faultsOf(refused).url).toMatch(
      / leads to a private address\. To try a receiver on this machine, start the dashboard with its network/,
    );
    expect(await list()).toEqual([]);
  });
});

describe("deliveries", () => {
  beforeEach(() => start());
  afterEach(() => dashboard.close());

  it("are listed newest first by page, and by state, endpoint and transfer", async () => {
    const one = (await add()).body.endpoint;
    const two = (await add({ name: "Other" })).body.endpoint;
    const rows = await deliver(one.id, ["delivered", "given_up", "waiting"], 5);
    const others = await deliver(two.id, ["withdrawn", "waiting"]);
    const newest = [...rows, ...others].map(({ id }) => id).reverse();
    const ids = async (query: string) => (await deliveries(query)).items.map(({ id }) => id);
    expect(await ids("")).toEqual(newest);
    expect(await ids("?cursor=2147483647")).toEqual(newest);
    const page = await deliveries("?limit=2");
    expect(page.items.map(({ id }) => id)).toEqual(newest.slice(0, 2));
    expect(await ids(`?limit=100&cursor=${page.nextCursor}`)).toEqual(newest.slice(2));
    expect(await ids("?state=given_up")).toEqual([rows[1]?.id]);
    expect(await ids("?state=withdrawn")).toEqual([others[0]?.id]);
    expect(await ids(`?endpoint=${two.id}`)).toEqual(newest.slice(0, 2));
    expect(await ids(`?endpoint=${two.id}&state=waiting`)).toEqual([others[1]?.id]);
    expect(await ids(`?transfer=${rows[0]?.subject}`)).toEqual([others[0]?.id, rows[0]?.id]);
    for (const query of [
      "?state=none",
      "?endpoint=1",
      "?transfer='",
      "?cursor=-1",
      "?cursor=2147483648",
      "?limit=0",
      "?x=1",
    ])
      expect((await send("GET", `/api/deliveries${query}`)).status, query).toBe(400);
    expect((await send<Delivery>("GET", `/api/deliveries/${rows[1]?.id}`)).body).toMatchObject({
      ...{ receiver: "Ledger", state: "given_up", dueAt: null, transferId: rows[1]?.subject },
    });
    expect((await send("GET", "/api/deliveries/msg_none")).status).toBe(404);
    expect((await list()).map(({ waiting }) => waiting)).toEqual([1, 1]);
  });

  it("are sent again with the same ID and bytes, and not while they wait", async () => {
    const { id } = (await add()).body.endpoint;
    const rows = await deliver(id, ["delivered", "waiting"]);
    const before = await Promise.all(rows.map((row) => rowOf(row.id)));
    for (const row of [...rows, ...rows]) {
      const { status, body } = await send<Delivery>("POST", `/api/deliveries/${row.id}/replay`);
      expect([status, body.id, body.state]).toEqual([202, row.id, "waiting"]);
    }
    const after = await Promise.all(rows.map((row) => rowOf(row.id)));
    for (const [place, { id: msg, seq, body }] of before.entries())
      expect(after[place]).toMatchObject({ id: msg, seq, body, done_at: null });
    expect(after[1]).toEqual(before[1]);
    expect((await acts()).filter(([action]) => action === "deliveries_sent_again")).toEqual([
      ["deliveries_sent_again", { host: "203.0.113.7:8443", deliveries: "1" }],
    ]);
    await change(id, { isOn: false });
    expect((await send("POST", `/api/deliveries/${rows[0]?.id}/replay`)).problem.code).toBe(
      "not_possible_now",
    );
    expect((await send("POST", "/api/deliveries/msg_none/replay")).status).toBe(404);
  });

  it("of a range of time are sent again, those of one endpoint alone", async () => {
    const { id } = (await add()).body.endpoint;
    const other = (await add({ name: "Other" })).body.endpoint;
    const recent = await deliver(id, ["delivered", "given_up", "withdrawn", "waiting"], 10);
    const early = await deliver(id, ["delivered"], 120);
    const foreign = await deliver(other.id, ["delivered"], 10);
    const replay = (minutes: [number, number]) => {
      const [from, to] = minutes.map((ago) => new Date(Date.now() - ago * 60_000).toISOString());
      return send<{ count: number }>("POST", `/api/webhooks/${id}/replay`, { body: { from, to } });
    };
    const { status, body } = await replay([60, 0]);
    expect([status, body.count]).toEqual([202, 3]);
    const states = async (rows: { id: string }[]) =>
      Promise.all(rows.map(async (row) => (await rowOf(row.id)).state));
    expect(await states(recent)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    expect(await states([...early, ...foreign])).toEqual(["delivered", "delivered"]);
    expect((await replay([60, 0])).body.count).toBe(0);
    const backwards = await replay([0, 60]);
    expect(faultsOf(backwards).to).toBe("The end is before the start.");
    expect((await send("POST", `/api/webhooks/${noId}/replay`, { body: { from: "x", to: 1 } })).status).toBe(
      422,
    );
  });

  it("of a range with more than ten thousand are refused, and none is sent", async () => {
    const { id } = (await add()).body.endpoint;
    const at = new Date().toISOString();
    const row = {
      channel: "webhook" as const,
      endpoint_id: id,
      person_id: null,
      subject: "",
      kind: "x",
      body: "",
    };
    const many = Array.from({ length: 10_001 }, (_, n) => ({
      ...row,
      id: `msg_${n}`,
      created_at: at,
      due_at: at,
    }));
    const ledger = await db();
    await appendDeliveries(ledger, many);
    const deliver = ledger.updateTable("deliveries").set({ state: "delivered" });
    await deliver.execute();
    const body = { from: at, to: at };
    const refused = await send("POST", `/api/webhooks/${id}/replay`, { body });
    expect(refused.problem.detail).toBe(
      "There are more than 10,000 deliveries in this time. Choose a shorter one. Nothing was sent.",
    );
    expect((await list())[0]?.waiting).toBe(0);
    await ledger.deleteFrom("deliveries").where("id", "=", "msg_0").execute();
    const sent = await send<{ count: number }>("POST", `/api/webhooks/${id}/replay`, { body });
    expect(sent.body.count).toBe(10_000);
    expect((await list())[0]?.waiting).toBe(10_000);
  });

  it("are a test of an endpoint, whose bytes hold nothing but its ID", async () => {
    const { endpoint } = (await add()).body;
    const { status, body } = await send<{ id: string }>("POST", `/api/webhooks/${endpoint.id}/test`);
    expect(status).toBe(202);
    const row = await rowOf(body.id);
    const { timestamp, ...rest } = JSON.parse(row.body) as { timestamp: string };
    expect(rest).toEqual({
      type: "endpoint.test",
      data: { endpointId: endpoint.id, sandbox: true },
    });
    expect(timestamp).toBe(row.created_at);
    expect(row).toMatchObject({ state: "waiting", endpoint_id: endpoint.id, subject: "" });
  });
});
