import { exportTypes } from "#lib/contract/transfer-list";
import { bringStatement } from "#lib/features/books/server/bring-statement";
import {
  confirmShown,
  findCandidates,
  matchByHand,
  withdrawMatch,
} from "#lib/features/books/server/match-acts";
import { closeMonth } from "#lib/features/books/server/months/close-month";
import { exportMonth, nameOfFile } from "#lib/features/books/server/months/export-month";
import { listMovements } from "#lib/features/books/server/months/month-lists";
import { readParts } from "#lib/features/books/server/months/month-parts";
import { viewMonth, viewMonths } from "#lib/features/books/server/months/view-months";
import { markOwn } from "#lib/features/books/server/own-accounts";
import { receiveTable } from "#lib/features/books/server/receive-table";
import { sampleStatement } from "#lib/features/books/server/sample-statement";
import { viewAccount, viewAccounts } from "#lib/features/books/server/view-account";
import { removeStatement, viewStatement } from "#lib/features/books/server/view-statement";
import type { Verbs } from "#lib/server/api/route";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";

export const bookVerbs = {
  "POST /api/payees/[id]/own-account": async ({ params, body, actor }) => ({
    body: await markOwn(params.id, body, actor),
  }),
  "GET /api/own-accounts": async () => ({ body: await viewAccounts() }),
  "GET /api/own-accounts/[id]": async ({ params, query, actor }) => ({
    body: await viewAccount(params.id, query, actor),
  }),
  "GET /api/own-accounts/[id]/candidates": async ({ params, query }) => ({
    body: await findCandidates(params.id, query.line),
  }),
  "GET /api/own-accounts/[id]/sample": async ({ params, query }) => ({
    body: await sampleStatement(params.id, query.month),
  }),
  "POST /api/own-accounts/[id]/confirmation": async ({ params, body, actor }) => ({
    body: await confirmShown(params.id, body, actor),
  }),
  "POST /api/own-accounts/[id]/matches": async ({ params, body, actor }) => {
    await matchByHand(params.id, body, actor);
    return { body: await viewAccount(params.id, {}, actor) };
  },
  "POST /api/own-accounts/[id]/matches/[m]/withdrawal": async ({ params, body, actor }) => {
    await withdrawMatch(params.id, params.m, body, actor);
    return { body: await viewAccount(params.id, {}, actor) };
  },
  "GET /api/months": async () => ({ body: await viewMonths() }),
  "GET /api/months/[month]": async ({ params }) => ({ body: await viewMonth(params.month) }),
  "GET /api/months/[month]/movements": async ({ params, query }) => ({
    body: await listMovements(params.month, query),
  }),
  "GET /api/months/[month]/parts": async ({ params }) => ({ body: await readParts(params.month) }),
  "POST /api/months/[month]/close": async ({ params, body, actor }) => ({
    body: await closeMonth(params.month, body, actor),
  }),
  "GET /api/months/[month]/export": async ({ params, query, actor }) => ({
    body: await exportMonth(params.month, query, actor),
    headers: {
      "content-type": query.format === "xlsx" ? exportTypes.xlsx : exportTypes.csv,
      "content-disposition": `attachment; filename="${nameOfFile(params.month, query)}"`,
      // A proxy must pass each part on as it comes.
      "cache-control": "no-store, no-transform",
    },
  }),
  "POST /api/received": async ({ body, actor }) => ({ body: await receiveTable(body, actor) }),
  "POST /api/statements": async ({ body, request, actor }) => {
    const { statement, isNew } = await bringStatement(readIdempotencyKey(request), body, actor);
    const headers = { location: `/api/statements/${statement.id}` };
    return { body: statement, status: isNew ? 201 : 200, headers };
  },
  "GET /api/statements/[id]": async ({ params, query, actor }) => ({
    body: await viewStatement(params.id, query, actor),
  }),
  "DELETE /api/statements/[id]": async ({ params, actor }) => ({
    body: await removeStatement(params.id, actor),
  }),
} satisfies Partial<Verbs>;
