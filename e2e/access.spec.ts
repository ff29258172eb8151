import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { root } from "#lib/testing/servers/server-process";
import { sessionByProcess } from "#lib/testing/sign-in/session-process";
import type { SessionTraits } from "#lib/testing/sign-in/sessions";
import type { Dashboard } from "./support/dashboards/dashboard";
import { expect, test } from "./support/dashboards/test";
import { ask } from "./support/steps/ask";
import { createByApi, linkByApi } from "./support/steps/transfers";

/** The least role that each page is for; `open` asks for no session. */
const matrix: Record<string, "open" | "support" | "finance" | "admin"> = {
  "/": "support",
  "/account": "support",
  "/approvals": "support",
  "/approvals/[id]": "support",
  "/approvals/[id]/record": "admin",
  "/attention": "support",
  "/audit": "admin",
  "/banks": "support",
  "/bulk": "support",
  "/bulk/[id]": "support",
  "/bulk/new": "finance",
  "/controls": "admin",
  "/insight": "support",
  "/letterhead": "admin",
  "/login": "open",
  "/no-access": "support",
  "/pay/[token]": "open",
  "/payees": "support",
  "/payees/[id]": "support",
  "/payees/import": "finance",
  "/people": "admin",
  "/quote": "support",
  "/scenarios": "finance",
  "/setup": "open",
  "/statements": "support",
  "/statements/[id]": "support",
  "/statements/[id]/[statement]": "support",
  "/statements/[id]/new": "finance",
  "/statements/months": "support",
  "/statements/months/[month]": "support",
  "/statements/received": "support",
  "/transfers": "support",
  "/transfers/[id]": "support",
  "/transfers/new": "finance",
  "/webhooks": "admin",
  "/webhooks/deliveries": "admin",
  "/welcome": "open",
  "/words": "support",
};
const ranks = { open: 0, support: 1, finance: 2, admin: 3 } as const;

/** Every page that exists, as its folder names it. */
function pages(): string[] {
  return readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\([\w-]+\)\/?/g, "")}`)
    .sort();
}

test("the table of pages has a row for each that exists, and no other", () => {
  expect(Object.keys(matrix).sort()).toEqual(pages());
});

/** The same page asked for in every way that the framework, a proxy or a trick may. */
const variants: { name: string; address?: (path: string) => string; headers?: Record<string, string> }[] = [
  { name: "plain" },
  { name: "as a payload", headers: { rsc: "1" } },
  { name: "as a payload by address", address: (path) => `${path}?_rsc=abcde`, headers: { rsc: "1" } },
  { name: "ahead of time", headers: { rsc: "1", "next-router-prefetch": "1" } },
  { name: "a segment ahead", headers: { rsc: "1", "next-router-segment-prefetch": "/_tree" } },
  { name: "as the old data", headers: { "x-nextjs-data": "1" } },
  { name: "past the proxy", headers: { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" } },
  { name: "with .rsc", address: (path) => `${path === "/" ? "/index" : path}.rsc` },
  { name: "with a double slash", address: (path) => `/${path}` },
  { name: "with a dot", address: (path) => `/%2e${path}` },
  { name: "with a language", address: (path) => `/en${path}` },
  { name: "with a dot behind", address: (path) => `${path}.` },
  { name: "with a semicolon", address: (path) => `${path};x=1` },
  { name: "as a style sheet", address: (path) => `${path === "/" ? "/index" : path}/x.css` },
  { name: "with a slash behind", address: (path) => `${path === "/" ? "" : path}/` },
];

type Identity = { name: string; rank: number; traits?: SessionTraits; isLikeAnother?: true };
const identities: Identity[] = [
  { name: "nobody", rank: 0 },
  // A cookie that is good for nothing is asked with in every way as that of somebody disabled.
  { name: "an expired session", rank: 0, traits: { role: "admin", expiresIn: -1_000 }, isLikeAnother: true },
  {
    name: "a session that rested too long",
    rank: 0,
    traits: { role: "admin", lastSeen: -31 * 60_000 },
    isLikeAnother: true,
  },
  { name: "a disabled admin", rank: 0, traits: { role: "admin", isDisabled: true } },
  { name: "support", rank: 1, traits: { role: "support" } },
  { name: "finance", rank: 2, traits: { role: "finance" } },
  { name: "an admin", rank: 3, traits: { role: "admin" } },
];

/**
 * Whoever is refused a page asks in every way. Where it is let through, it is drawn as a page and as a payload; an admin and
 * nobody ask in some more ways, none of which may make a fault of the server: in each of them at every fourth page.
 */
function waysOf(isAllowed: boolean, { rank, traits, isLikeAnother }: Omit<Identity, "name">, place: number) {
  if (!isAllowed && isLikeAnother !== true) return variants;
  const isMoreAsked = isAllowed && (rank === ranks.admin || traits === undefined);
  return variants.filter((_, at) => at < 2 || (isMoreAsked && (at + place) % 4 === 0));
}

// What only who may see a page gets: a part of each of its answers, payload or not.
const marks: Record<string, string | undefined> = {
  "/": "Newest transfers",
  "/controls": "Which payouts wait until somebody else agrees",
  "/audit": "What people and this dashboard did",
  "/bulk": "Batch of the marks",
  "/bulk/[id]": "Batch of the marks",
  "/bulk/new": "You check each row, and nothing is created before you agree.",
  "/letterhead": "Stands at the top of each payment advice",
  "/payees/[id]": "Payee of the marks",
  "/payees/import": "You check each row before it is saved.",
  "/quote": "What a recipient would get now",
  "/statements": "Own account of the marks",
  "/statements/[id]": "Own account of the marks",
  "/statements/[id]/[statement]": "Statement of the marks",
  "/statements/[id]/new": "Lines that are here already are not brought again.",
  "/statements/months": "What was open at its start",
  "/statements/months/[month]": "Open at its start",
  "/statements/received": "Record what arrived for many transfers at once",
  "/transfers": "Ngozi of the marks",
  "/transfers/[id]": "Ngozi of the marks",
  "/transfers/new": "Check the transfer",
  "/webhooks": "your systems and channels",
  "/webhooks/deliveries": "What was sent or is waiting",
  "/words": "Words that an admin taught",
};

/** Gives its ID. It is archived, so that the form of other journeys offers no payee. */
async function savePayee(page: Page, { id, bankCode, bankName }: TransferWithEvents): Promise<string> {
  const accountNumber = `${Number.parseInt(id.slice(0, 8), 16)}`.padStart(10, "0").slice(-10);
  const account = { bankCode, bankName, accountNumber, accountName: "Ngozi of the marks" };
  const saved = await page.request.post("/api/payees", {
    data: { name: "Payee of the marks", ...account, howChecked: "Asked by telephone." },
  });
  expect(saved.status(), await saved.text()).toBe(201);
  const payee = (await saved.json()) as Payee;
  await page.request.patch(`/api/payees/${payee.id}`, { data: { isArchived: true } });
  return payee.id;
}

/** Gives its ID. */
async function bringBatch(page: Page): Promise<string> {
  const brought = await page.request.post("/api/batches", {
    headers: { "idempotency-key": randomUUID() },
    data: { name: "Batch of the marks", text: "Name,Bank,Account,Amount\nNgozi,000013,0123456789,1" },
  });
  expect(brought.status(), await brought.text()).toBe(201);
  return ((await brought.json()) as { id: string }).id;
}

/** Gives the IDs of an own account and of a statement of it. The payee is archived, as the other one. */
async function bringStatement(page: Page, { id, bankCode }: TransferWithEvents) {
  const accountNumber = `${Number.parseInt(id.slice(-8), 16)}`.padStart(10, "0").slice(-10);
  const name = "Own account of the marks";
  const saved = await page.request.post("/api/payees", {
    data: { name, bankCode, accountNumber, accountName: name, howChecked: "Asked by telephone." },
  });
  expect(saved.status(), await saved.text()).toBe(201);
  const payee = (await saved.json()) as Payee;
  const marked = await page.request.post(`/api/payees/${payee.id}/own-account`, {
    data: { version: `${payee.version}`, isOwn: true },
  });
  expect(marked.status(), await marked.text()).toBe(200);
  const { items } = (await (await page.request.get("/api/own-accounts")).json()) as {
    items: { id: string; payee: { id: string } }[];
  };
  const account = items.find((each) => each.payee.id === payee.id)?.id ?? "";
  const text = `Date,Narration,Credit\n${new Date().toISOString().slice(0, 10)},SALES,5.00`;
  const brought = await page.request.post("/api/statements", {
    headers: { "idempotency-key": randomUUID() },
    data: { account, name: "Statement of the marks", text },
  });
  expect(brought.status(), await brought.text()).toBe(201);
  await page.request.patch(`/api/payees/${payee.id}`, { data: { isArchived: true } });
  return { account, statement: ((await brought.json()) as { id: string }).id };
}

async function makeSubjects(page: Page) {
  const transfer = await createByApi(page, { accountName: "Ngozi of the marks", confirmAccount: true });
  const months = (await (await page.request.get("/api/months")).json()) as { items: { month: string }[] };
  return {
    transfer,
    payee: await savePayee(page, transfer),
    batch: await bringBatch(page),
    ...(await bringStatement(page, transfer)),
    link: await linkByApi(page, transfer),
    month: months.items[0]?.month ?? "",
  };
}

const subjects = new Map<string, ReturnType<typeof makeSubjects>>();

/** What is opened, by whoever: made once on a dashboard, since a person may read only so many tables a minute. */
function subjectsOf(page: Page, { url }: Dashboard): ReturnType<typeof makeSubjects> {
  const made = subjects.get(url) ?? makeSubjects(page);
  subjects.set(url, made);
  return made;
}

for (const { name, ...who } of identities) {
  const { rank, traits } = who;
  test(`${name} opens what the table says, in no way more`, async ({ dashboard, page }) => {
    const { transfer, payee, batch, account, statement, link, month } = await subjectsOf(page, dashboard);
    const cookie =
      traits === undefined ? "" : await sessionByProcess(join(dashboard.folder, "dashboard.db"), traits);
    for (const [nth, [path, least]] of Object.entries(matrix).entries()) {
      const isAllowed = least === "open" || rank >= ranks[least];
      const owned: Record<string, string> = { payees: payee, bulk: batch, statements: account };
      const ownId = owned[path.split("/")[1] ?? ""] ?? transfer.id;
      const place = path
        .replace("/pay/[token]", link)
        .replace("[id]", ownId)
        .replace("[statement]", statement)
        .replace("[month]", month);
      await Promise.all(
        waysOf(isAllowed, who, nth).map(
          async ({ name: way, address = (plain: string) => plain, headers = {} }) => {
            const url = dashboard.url + address(place);
            let answer = await ask(url, { headers: { cookie, ...headers } });
            // A payload is led to an address of its own first.
            const { location = "" } = answer.headers;
            if (location.includes("_rsc=") && !location.includes("/login"))
              answer = await ask(new URL(location, url).href, { headers: { cookie, ...headers } });
            const { status, text } = answer;
            const what = `${path}, ${way}: ${status}`;
            expect(status, what).toBeLessThan(500);
            const mark = marks[path];
            // Whoever needs no sign-in is led on, and who may create to the form, which has the quote.
            const isLedOn = (path === "/login" && rank > 0) || (path === "/quote" && rank >= ranks.finance);
            // Nothing waits there, so there is no request to open.
            const found = path.startsWith("/approvals/[id]") ? 404 : 200;
            if (isAllowed && way === "plain" && path !== "/setup" && !isLedOn)
              expect(status, what).toBe(found);
            if (isAllowed || mark === undefined) return;
            expect(text.includes(mark), what).toBe(false);
            if (way === "plain") {
              expect(status, what).toBe(307);
              expect(answer.headers.location, what).toContain(rank === 0 ? "/login" : "/no-access");
            }
          },
        ),
      );
    }
  });
}

test("a list, as a page, a payload or JSON, holds the last four digits of an account number alone", async ({
  page,
  request,
}) => {
  const { id } = await createByApi(page, { accountNumber: "0987651234", accountName: "Ngozi of the list" });
  for (const path of ["/", "/transfers", "/transfers/new"])
    for (const headers of [{}, { rsc: "1" }]) {
      const answer = await request.get(path, { headers });
      expect([answer.status(), await answer.text()], path).toEqual([
        200,
        expect.not.stringContaining("0987651234"),
      ]);
    }
  const list = await (await request.get("/api/transfers")).text();
  expect([list.includes("0987651234"), list.includes("******1234")]).toEqual([false, true]);
  expect(await (await request.get(`/api/transfers/${id}`)).text()).toContain("0987651234");
  const log = await (await request.get("/api/audit?action=account_number_shown")).text();
  expect([log.includes(id), log.includes("0987651234")]).toEqual([true, false]);
});

test("after signing in a person is where they wanted to be, and never on another site", async ({
  browser,
  dashboard,
}) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  for (const [next, path] of [
    ["/transfers?status=paid", "/transfers?status=paid"],
    ["//other.example/x", "/"],
    ["/\\other.example", "/"],
    ["https://other.example", "/"],
    ["javascript:alert(1)", "/"],
  ]) {
    await context.clearCookies();
    await page.goto(`${dashboard.url}/login?next=${encodeURIComponent(next ?? "")}`);
    await page.getByLabel("E-mail address").fill("owner@example.com");
    await page.getByLabel("Password").fill("correct horse battery staple one");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${dashboard.url}${path}`);
  }
  await page.goto(`${dashboard.url}/setup`);
  await expect(page.getByRole("heading", { name: "There is no page at this address" })).toBeVisible();
  await context.close();
});
