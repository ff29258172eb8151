import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import { type Letterhead, mostLogoBytes } from "#lib/contract/letterhead/letterhead";
import { logoPath } from "#lib/contract/letterhead/logo-path";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { plainPng, plainSvg, pngChunk, svgOf } from "#lib/testing/pictures";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { readFacts } from "#lib/words/audit-words";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

const blank = { name: "", address: "", rcNumber: "", vatNumber: "" };
const full = {
  name: "  Adébáyọ̀ & Daughters   Trading Limited ",
  address: "\r\n14 Adeola Odeku Street, \r\n\r\n Victoria\tIsland, Lagos\n",
  rcNumber: "rc: 1184207",
  vatNumber: "VAT no. 01234567-0001",
};
const set = (after: number, body: object) =>
  dashboard.send<Letterhead>("PUT", "/api/letterhead", { body: { after: `${after}`, ...blank, ...body } });
const read = async () => (await dashboard.send<Letterhead>("GET", "/api/letterhead", { as: "support" })).body;
const base64 = (file: Buffer) => file.toString("base64");
const faultsOf = ({ problem }: { problem: { errors?: { path: string }[] } }) =>
  (problem.errors ?? []).map(({ path }) => path);
async function changes(): Promise<string[]> {
  const { body } = await dashboard.send<AuditPage>("GET", "/api/audit?action=letterhead_changed");
  return body.items.map(({ detail }) => detail);
}
/** As a browser's <img> asks for it. */
async function askLogo(path: string): Promise<Response> {
  const { cookie } = await writeSession(await db(), authSecret(), { role: "support" });
  const headers = { host: "localhost:3000", cookie };
  return answerRequest(new Request(new URL(path, "http://localhost:3000"), { headers }));
}

it("is set by an admin, read by everybody, and the log says what changed and nothing of what stands there", async () => {
  expect(await read()).toEqual({
    version: 0,
    ...{ name: null, address: null, rcNumber: null, vatNumber: null, logo: null },
  });
  for (const as of ["support", "finance"] as const) {
    const { problem } = await dashboard.send("PUT", "/api/letterhead", {
      as,
      body: { after: "0", ...blank },
    });
    expect(problem.code).toBe("not_allowed");
  }
  expect((await set(0, { ...full, logo: base64(plainPng) })).body).toEqual({
    version: 1,
    name: "Adébáyọ̀ & Daughters Trading Limited".normalize("NFC"),
    address: "14 Adeola Odeku Street,\nVictoria Island, Lagos",
    rcNumber: "RC 1184207",
    vatNumber: "01234567-0001",
    logo: { type: "png", hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const before = await read();
  // Without one, the logo stays; with null it goes.
  expect((await set(1, { ...full, rcNumber: "BN/22" })).body).toEqual({
    ...before,
    version: 2,
    rcNumber: "BN 22",
  });
  expect((await set(2, { logo: null })).body).toEqual({ ...(await read()), version: 3, logo: null });
  const details = await changes();
  expect(details.map((detail) => readFacts(detail))).toEqual([
    [{ name: "Changed", value: "name, address, RC number, VAT number, logo" }],
    [{ name: "Changed", value: "RC number" }],
    [{ name: "Changed", value: "name, address, RC number, VAT number, logo" }],
  ]);
  expect(details.join()).not.toMatch(/Ad|iVBOR|1184207/);
});

it("of two admins at once one is told that it has changed, and a repeat changes nothing", async () => {
  const names = ["One", "Two", "Three"];
  const answers = await Promise.all(names.map((name) => set(0, { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect(await read()).toMatchObject({ version: 1, name: names[won] });
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.problem).toMatchObject({
    code: "letterhead_changed",
    detail: expect.stringMatching(/Nothing was saved/),
  });
  // Its answer was lost on the way.
  expect((await set(0, { name: names[won] })).body.version).toBe(1);
  // An older page, whose text somebody had put back since.
  expect((await set(1, { name: "Four" })).body.version).toBe(2);
  expect((await set(0, { name: "Five" })).problem.code).toBe("letterhead_changed");
  expect(await changes()).toHaveLength(2);
});

it("refuses what is no name, address or number, each at its field, and sets nothing", async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}`).join("\n");
  for (const [field, wrong] of [
    ["name", "x".repeat(201)],
    ["name", "Ada\u202eLtd"],
    ["name", "—"],
    ["name", 5],
    ["address", lines(7)],
    ["address", "x".repeat(101)],
    ["address", "1 Road\u0000"],
    ["address", "\n".repeat(2_001)],
    ["rcNumber", "RC 123456789"],
    ["rcNumber", "<b>1</b>"],
    ["vatNumber", "none"],
    ["vatNumber", "1".repeat(31)],
    ["logo", "not base64"],
    ["logo", base64(svgOf("<script>1</script>"))],
    ["logo", `${base64(Buffer.alloc(mostLogoBytes + 3))}`],
    ["after", "-1"],
    ["more", "x"],
  ] as const) {
    const answer = await set(0, { [field]: wrong });
    expect([answer.status, faultsOf(answer)], field).toEqual([422, [field]]);
  }
  expect((await set(0, { address: lines(6) })).status).toBe(200);
});

it("takes a body as large as a logo, and no other act does", async () => {
  const large = Buffer.concat([plainPng, Buffer.alloc(mostLogoBytes - plainPng.length)]);
  expect((await set(0, { logo: base64(large) })).status).toBe(200);
  expect((await set(1, { name: "x".repeat(150_000) })).problem).toMatchObject({
    code: "body_too_large",
    detail: "The request may have at most 146 kB. Nothing was done.",
  });
  const { problem } = await dashboard.send("POST", "/api/words", {
    body: { word: "x".repeat(66_000), meaning: "paid" },
  });
  expect(problem.code).toBe("body_too_large");
});

it("hands out the cleaned logo by its hash, for the browser to keep, and none by an older one", async () => {
  expect((await askLogo("/api/letterhead/logo")).status).toBe(404);
  const hostile = svgOf(
    `<script>alert(1)</script><path onload="alert(1)" fill="#0a7a5c" d="M0 0h40v20H0z"/>`,
  );
  const { logo } = (await set(0, { logo: base64(hostile) })).body;
  const path = logoPath(logo?.hash ?? "");
  const answer = await askLogo(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cache-control")).toBe("private, max-age=31536000, immutable, no-transform");
  const text = await answer.text();
  expect(answer.headers.get("content-length")).toBe(`${Buffer.byteLength(text)}`);
  expect(text).toContain('<path fill="#0a7a5c" d="M0 0h40v20H0z">');
  expect(text).not.toMatch(/script|onload/);
  expect((await askLogo("/api/letterhead/logo")).headers.get("cache-control")).toBe("no-store");

  await set(1, { logo: base64(Buffer.concat([plainPng, pngChunk("tEXt")])) });
  expect((await askLogo(path)).status).toBe(404);
  const now = await askLogo(logoPath((await read()).logo?.hash ?? ""));
  expect(now.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await now.arrayBuffer())).toEqual(plainPng);
  expect((await askLogo("/api/letterhead/logo?hash=x")).status).toBe(400);
});

it("is named when somebody changes, adds or removes it in the database", async () => {
  const ledger = await db();
  const named = async () => (await verifyLedger(ledger)).differences.map(describeDifference);
  dashboard.spoil();
  const row = { id: "letterhead", version: 1, name: "Eve Ltd" };
  const none = {
    address: null,
    rc_number: null,
    vat_number: null,
    logo_type: null,
    logo_hash: null,
    logo: null,
  };
  await ledger
    .insertInto("letterhead")
    .values({ ...row, ...none })
    .execute();
  expect(await named()).toEqual(["the letterhead: was inserted: the audit log has no record of it"]);
  await ledger.deleteFrom("letterhead").execute();
  await set(0, { ...full, logo: base64(plainSvg) });
  expect(await named()).toEqual([]);
  await sql`update letterhead set logo = ${base64(svgOf("<path/>"))}`.execute(ledger);
  expect(await named()).toEqual(["the letterhead: was changed after it was recorded"]);
  await ledger.deleteFrom("letterhead").execute();
  expect(await named()).toEqual(["the letterhead: was removed"]);
});
