import { exportTypes } from "#lib/contract/transfer-list";
import { sendAdvice } from "#lib/server/advice/send-advice";
import type { Verbs } from "#lib/server/api/route";
import { driveTransfer } from "#lib/server/api/sandbox-route";
import { noteOpenPage } from "#lib/server/chain/open-pages";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";
import { asListed } from "#lib/server/ledger/account-views";
import { addNote } from "#lib/server/ledger/notes";
import { recordReceived, withdrawReceived } from "#lib/server/ledger/received";
import { resolveTransfer } from "#lib/server/ledger/resolution";
import { showTransfer } from "#lib/server/ledger/shown-transfer";
import { openAgain, stopAsking } from "#lib/server/ledger/standing-acts";
import { findEvent, findEvents } from "#lib/server/ledger/transfer-events";
import { exportTransfers } from "#lib/server/search/export/transfer-export";
import { findChoices } from "#lib/server/search/filter-choices";
import { listTransfers, newestToAccount } from "#lib/server/search/list-transfers";
import { findChanges } from "#lib/server/search/transfer-changes";
import { sumTransfers } from "#lib/server/search/transfer-sums";
import { deleteView, renameView, saveView } from "#lib/server/search/views/view-acts";
import { countViews } from "#lib/server/search/views/views";
import { checkTransfer } from "#lib/server/submission/check-transfer";
import { dropDraft, keepDraft } from "#lib/server/submission/drafts";
import { withdrawTransfer } from "#lib/server/submission/end-waiting";
import { findEarlierPayouts } from "#lib/server/submission/same-account";
import { submitTransfer } from "#lib/server/submission/submit-transfer";

export const transferVerbs = {
  "GET /api/transfers/[id]/events/[seq]": async ({ params, actor }) => ({
    body: await findEvent(params.id, params.seq, actor),
  }),
  "GET /api/transfers/[id]/events": async ({ params, query, actor }) => ({
    body: await findEvents(params.id, query, actor),
  }),
  "POST /api/transfers/[id]/advice": async ({ body, params, request, actor }) => ({
    body: await sendAdvice(params.id, readIdempotencyKey(request), body, actor),
  }),
  "POST /api/transfers/[id]/notes": async ({ body, params, actor }) => ({
    body: await addNote(params.id, body, actor),
  }),
  "POST /api/transfers/[id]/received": async ({ body, params, actor }) => ({
    body: await recordReceived(params.id, body, actor),
  }),
  "POST /api/transfers/[id]/received/withdrawal": async ({ body, params, actor }) => ({
    body: await withdrawReceived(params.id, body, actor),
  }),
  "POST /api/transfers/[id]/opening": async ({ body, params, actor }) => ({
    body: await openAgain(params.id, body, actor),
  }),
  "POST /api/transfers/[id]/resolution": async ({ body, params, actor }) => ({
    body: await resolveTransfer(params.id, body, actor),
  }),
  "GET /api/transfers/[id]": async ({ params, actor }) => {
    const transfer = await showTransfer(params.id, actor);
    noteOpenPage(transfer.id);
    return { body: transfer };
  },
  "POST /api/transfers/[id]/sandbox": async ({ body, params, actor }) => ({
    body: await driveTransfer(params.id, body.status, actor),
  }),
  "POST /api/transfers/[id]/stop": async ({ body, params, actor }) => ({
    body: await stopAsking(params.id, body, actor),
  }),
  "POST /api/transfers/[id]/withdrawal": async ({ params, actor }) => ({
    body: await withdrawTransfer(params.id, actor),
  }),
  /** A POST: a full account number is never in a URL. */
  "POST /api/transfers/account": async ({ body }) => ({
    body: { id: await newestToAccount(body.accountNumber) },
  }),
  "GET /api/transfers/changes": async ({ query }) => {
    const { items, ...newer } = await findChanges(query);
    return { body: { items: items.map(asListed), ...newer } };
  },
  "GET /api/transfers/choices": async () => ({ body: await findChoices() }),
  "PUT /api/transfers/draft": async ({ body, actor }) => {
    await keepDraft(body, actor);
    return { body: { isDone: true } };
  },
  "DELETE /api/transfers/draft": async ({ query, actor }) => {
    await dropDraft(query.form, actor);
    return { body: { isDone: true } };
  },
  /** A POST: it is logged, and it needs our own page and a fresh confirmation. */
  "POST /api/transfers/export": async ({ body, actor }) => ({
    body: await exportTransfers(body, actor),
    headers: {
      "content-type": exportTypes[body.format],
      "content-disposition": `attachment; filename="transfers-${new Date().toISOString().slice(0, 10)}.${body.format}"`,
      // A proxy must pass each part on as it comes.
      "cache-control": "no-store, no-transform",
    },
  }),
  "GET /api/transfers": async ({ query }) => {
    const { items, ...page } = await listTransfers(query);
    return { body: { items: items.map(asListed), ...page } };
  },
  "POST /api/transfers": async ({ body, request, actor }) => {
    const { transfer, isNew } = await submitTransfer(readIdempotencyKey(request), body, actor);
    const status = isNew ? 201 : 200;
    return { body: transfer, status, headers: { location: `/api/transfers/${transfer.id}` } };
  },
  "POST /api/transfers/check": async ({ body, actor }) => ({
    body: await checkTransfer(body, actor),
  }),
  "POST /api/transfers/same-account": async ({ body, actor }) => ({
    body: await findEarlierPayouts(body, actor),
  }),
  "POST /api/transfers/sums": async ({ body }) => ({
    body: await sumTransfers(body),
  }),
  "PATCH /api/views/[id]": async ({ params, body, actor }) => ({
    body: await renameView(params.id, body, actor),
  }),
  "DELETE /api/views/[id]": async ({ params, actor }) => {
    await deleteView(params.id, actor);
    return { body: { isDone: true } };
  },
  "GET /api/views": async ({ actor }) => ({
    body: { views: await countViews(actor.person.id) },
  }),
  "POST /api/views": async ({ body, actor }) => ({
    status: 201,
    body: await saveView(body, actor),
  }),
} satisfies Partial<Verbs>;
