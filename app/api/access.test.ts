import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "#lib/operations/api-operations";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";

/** The least role that each method of each path is for; `open` asks for no session. */
const matrix: Record<string, Record<string, "open" | "support" | "finance" | "admin">> = {
  "/api/[...path]": { GET: "open", POST: "open", PUT: "open", PATCH: "open", DELETE: "open" },
  "/api/account/first-steps": { DELETE: "support" },
  "/api/account/mail": { GET: "support", PATCH: "support" },
  "/api/approvals": { GET: "support" },
  "/api/approvals/[id]": { GET: "support" },
  "/api/approvals/[id]/decision": { POST: "finance" },
  "/api/approvals/count": { GET: "support" },
  "/api/approvals/export": { GET: "admin" },
  "/api/attention": { GET: "support" },
  "/api/attention/counts": { GET: "support" },
  "/api/attention/owner": { POST: "support" },
  "/api/attention/resolution": { POST: "support" },
  "/api/audit": { GET: "admin" },
  "/api/audit/verification": { GET: "admin" },
  "/api/auth/change-password": { POST: "support" },
  "/api/auth/list-sessions": { GET: "support" },
  "/api/auth/revoke-session": { POST: "support" },
  "/api/auth/sign-in/email": { POST: "open" },
  "/api/auth/sign-out": { POST: "support" },
  "/api/auth/two-factor/disable": { POST: "support" },
  "/api/auth/two-factor/enable": { POST: "support" },
  "/api/auth/two-factor/generate-backup-codes": { POST: "support" },
  "/api/auth/two-factor/verify-backup-code": { POST: "open" },
  "/api/auth/two-factor/verify-totp": { POST: "open" },
  "/api/banks": { GET: "support" },
  "/api/months": { GET: "support" },
  "/api/months/[month]": { GET: "support" },
  "/api/months/[month]/close": { POST: "finance" },
  "/api/months/[month]/export": { GET: "finance" },
  "/api/months/[month]/movements": { GET: "support" },
  "/api/months/[month]/parts": { GET: "support" },
  "/api/own-accounts": { GET: "support" },
  "/api/own-accounts/[id]": { GET: "support" },
  "/api/own-accounts/[id]/candidates": { GET: "finance" },
  "/api/own-accounts/[id]/confirmation": { POST: "finance" },
  "/api/own-accounts/[id]/matches": { POST: "finance" },
  "/api/own-accounts/[id]/matches/[m]/withdrawal": { POST: "finance" },
  "/api/own-accounts/[id]/sample": { GET: "finance" },
  "/api/payees/[id]/own-account": { POST: "finance" },
  "/api/received": { POST: "support" },
  "/api/statements": { POST: "finance" },
  "/api/statements/[id]": { GET: "support", DELETE: "finance" },
  "/api/batches": { GET: "support", POST: "finance" },
  "/api/batches/[id]": { GET: "support", PATCH: "finance" },
  "/api/batches/[id]/agree": { POST: "finance" },
  "/api/batches/[id]/create": { POST: "finance" },
  "/api/batches/[id]/discard": { POST: "finance" },
  "/api/batches/[id]/funding": { POST: "finance" },
  "/api/batches/[id]/funding/[n]": { GET: "finance" },
  "/api/batches/[id]/result": { GET: "finance" },
  "/api/batches/[id]/rows/[n]": { PATCH: "finance" },
  "/api/batches/sample": { GET: "finance" },
  "/api/batches/template": { GET: "finance" },
  "/api/business": { GET: "support" },
  "/api/callbacks/[token]": {
    GET: "open",
    POST: "open",
    PUT: "open",
    PATCH: "open",
    DELETE: "open",
    HEAD: "open",
    OPTIONS: "open",
  },
  "/api/confirmation": { POST: "support" },
  "/api/controls": { GET: "support", POST: "admin" },
  "/api/controls/[n]/stop": { POST: "admin" },
  "/api/controls/preview": { POST: "admin" },
  "/api/deliveries": { GET: "admin" },
  "/api/deliveries/[id]": { GET: "admin" },
  "/api/deliveries/[id]/replay": { POST: "admin" },
  "/api/hold": { GET: "support" },
  "/api/hold/release": { POST: "admin" },
  "/api/insight": { GET: "support" },
  "/api/letterhead": { GET: "support", PUT: "admin" },
  "/api/letterhead/logo": { GET: "support" },
  "/api/openapi.json": { GET: "support" },
  "/api/pay/[token]": { GET: "open" },
  "/api/payees": { GET: "support", POST: "finance" },
  "/api/payees/import": { POST: "finance" },
  "/api/payees/[id]": { GET: "support", PATCH: "finance" },
  "/api/payees/[id]/account": { GET: "support" },
  "/api/payees/[id]/name": { POST: "finance" },
  "/api/payees/[id]/withdrawal": { POST: "finance" },
  "/api/payees/[id]/versions": { POST: "finance" },
  "/api/people": { GET: "admin", POST: "admin" },
  "/api/people/[id]": { PATCH: "admin" },
  "/api/people/[id]/password-link": { POST: "admin" },
  "/api/people/[id]/sessions": { DELETE: "admin" },
  "/api/people/invitations/[id]": { DELETE: "admin" },
  "/api/people/password-links/[id]": { DELETE: "admin" },
  "/api/quote": { POST: "support" },
  "/api/reach": { POST: "admin" },
  "/api/session": { GET: "support", POST: "support" },
  "/api/setup": { POST: "open" },
  "/api/transfers": { GET: "support", POST: "finance" },
  "/api/transfers/account": { POST: "support" },
  "/api/transfers/changes": { GET: "support" },
  "/api/transfers/check": { POST: "finance" },
  "/api/transfers/choices": { GET: "support" },
  "/api/transfers/draft": { PUT: "finance", DELETE: "finance" },
  "/api/transfers/sums": { POST: "support" },
  "/api/transfers/export": { POST: "finance" },
  "/api/transfers/same-account": { POST: "finance" },
  "/api/transfers/[id]": { GET: "support" },
  "/api/transfers/[id]/advice": { POST: "finance" },
  "/api/transfers/[id]/events": { GET: "support" },
  "/api/transfers/[id]/events/[seq]": { GET: "support" },
  "/api/transfers/[id]/fundings": { POST: "finance" },
  "/api/transfers/[id]/fundings/[fid]/answer": { POST: "finance" },
  "/api/transfers/[id]/fundings/[fid]/close": { POST: "finance" },
  "/api/transfers/[id]/notes": { POST: "support" },
  "/api/transfers/[id]/received": { POST: "support" },
  "/api/transfers/[id]/received/withdrawal": { POST: "support" },
  "/api/transfers/[id]/opening": { POST: "finance" },
  "/api/transfers/[id]/pay-link": { POST: "finance", DELETE: "finance" },
  "/api/transfers/[id]/resolution": { POST: "finance" },
  "/api/transfers/[id]/sandbox": { POST: "finance" },
  "/api/transfers/[id]/stop": { POST: "finance" },
  "/api/transfers/[id]/withdrawal": { POST: "finance" },
  "/api/views": { GET: "support", POST: "support" },
  "/api/views/[id]": { PATCH: "support", DELETE: "support" },
  "/api/webhooks": { GET: "admin", POST: "admin" },
  "/api/webhooks/[id]": { GET: "admin", PATCH: "admin", DELETE: "admin" },
  "/api/webhooks/[id]/replay": { POST: "admin" },
  "/api/webhooks/[id]/secret": { POST: "admin" },
  "/api/webhooks/[id]/test": { POST: "admin" },
  "/api/welcome": { POST: "open" },
  "/api/welcome/link": { POST: "open" },
  "/api/words": { GET: "support", POST: "admin" },
};

const ranks = { support: 1, finance: 2, admin: 3 } as const;
type Identity = { name: string; traits: SessionTraits | undefined; rank: number; cookie?: string };
const identities: Identity[] = [
  { name: "nobody", traits: undefined, rank: 0 },
  { name: "somebody with a made-up cookie", traits: undefined, rank: 0, cookie: "session=x.y" },
  {
    name: "somebody whose second factor is pending",
    traits: undefined,
    rank: 0,
    cookie: "second-factor=2fa-x.y",
  },
  { name: "an expired session", traits: { role: "admin", expiresIn: -1_000 }, rank: 0 },
  {
    name: "a session that rested for 31 minutes",
    traits: { role: "admin", lastSeen: -31 * 60_000 },
    rank: 0,
  },
  { name: "a disabled admin", traits: { role: "admin", isDisabled: true }, rank: 0 },
  { name: "support", traits: { role: "support" }, rank: 1 },
  { name: "finance", traits: { role: "finance" }, rank: 2 },
  { name: "an admin", traits: { role: "admin" }, rank: 3 },
];

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
});
afterAll(() => dashboard.close());

async function cookieFor({ traits, cookie = "" }: Identity): Promise<string> {
  return traits === undefined ? cookie : (await writeSession(await db(), authSecret(), traits)).cookie;
}

it("has a row for every path and method that exists, and no other", () => {
  const known = Object.entries(matrix).flatMap(([path, methods]) =>
    path.includes("[...") ? [] : Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(
    listOperations()
      .map<string>(([name]) => name)
      .sort(),
  ).toEqual(known.sort());
});

const cells = Object.entries(matrix).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, least]) => ({ path, method, least })),
);
/** What asks for more than the plain request does, and must not get it. */
const tricks: Record<string, string>[] = [
  {},
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "x-nextjs-data": "1", "x-forwarded-for": "127.0.0.1" },
];

describe.each(identities)("$name", (identity) => {
  it.each(cells)("$method $path", async ({ path, method, least }) => {
    const cookie = await cookieFor(identity);
    const url = path.replace("[...path]", "none").replace(/\[\w+\]/g, "00000000-0000-4000-8000-000000000000");
    for (const headers of tricks) {
      const body = method === "GET" || method === "HEAD" ? {} : { body: {} };
      const { status, problem } = await dashboard.send(method, url, {
        as: "nobody",
        ...body,
        headers: { cookie, ...headers },
      });
      if (least !== "open" && identity.rank === 0)
        expect([status, problem.code], JSON.stringify(headers)).toEqual([401, "signed_out"]);
      else if (least !== "open" && identity.rank < ranks[least])
        expect([status, problem.code], JSON.stringify(headers)).toEqual([403, "not_allowed"]);
      else expect(["signed_out", "not_allowed"]).not.toContain(problem?.code);
      // The second request of a session that was signed out by the first is another one's.
      if (url.endsWith("/sign-out")) break;
    }
  });
});
