import { exportTypes } from "#lib/contract/transfer-list";
import { agreeBatch } from "#lib/features/bulk/server/batches/agree-batch";
import { changeBatch, changeRow } from "#lib/features/bulk/server/batches/change-batch";
import { discardBatch } from "#lib/features/bulk/server/batches/discard-batch";
import { listBatches } from "#lib/features/bulk/server/batches/list-batches";
import { makeBatch } from "#lib/features/bulk/server/batches/make-batch";
import { viewBatch } from "#lib/features/bulk/server/batches/view-batch";
import { createRows } from "#lib/features/bulk/server/creation/create-rows";
import { batchTemplate } from "#lib/features/bulk/server/files/batch-template";
import { makeFile, readFile } from "#lib/features/bulk/server/files/make-file";
import { resultFile } from "#lib/features/bulk/server/files/result-file";
import { sampleTable } from "#lib/features/bulk/server/files/sample-table";
import type { Verbs } from "#lib/server/api/route";
import { readIdempotencyKey } from "#lib/server/http/idempotency-key";

const lineOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : -1);

export const batchVerbs = {
  "GET /api/batches": async ({ query }) => ({ body: await listBatches(query) }),
  "POST /api/batches": async ({ body, request, actor }) => {
    const { batch, isNew } = await makeBatch(readIdempotencyKey(request), body, actor);
    return { body: batch, status: isNew ? 201 : 200, headers: { location: `/api/batches/${batch.id}` } };
  },
  "GET /api/batches/sample": async () => ({ body: { text: await sampleTable() } }),
  "GET /api/batches/template": async ({ actor }) => asFile(await batchTemplate(actor), exportTypes.xlsx),
  "GET /api/batches/[id]": async ({ params, query, actor }) => ({
    body: await viewBatch(params.id, query, actor),
  }),
  "PATCH /api/batches/[id]": async ({ params, body, actor }) => ({
    body: await changeBatch(params.id, body, actor),
  }),
  "PATCH /api/batches/[id]/rows/[n]": async ({ params, body, actor }) => ({
    body: await changeRow(params.id, lineOf(params.n), body, actor),
  }),
  "POST /api/batches/[id]/agree": async ({ params, body, actor }) => ({
    body: await agreeBatch(params.id, body, actor),
  }),
  "POST /api/batches/[id]/create": async ({ params, body, actor }) => ({
    body: await createRows(params.id, { goesOn: body.goOn === true }, actor),
  }),
  "POST /api/batches/[id]/discard": async ({ params, body, actor }) => ({
    body: await discardBatch(params.id, body.seen, actor),
  }),
  "POST /api/batches/[id]/funding": async ({ params, body, actor }) => ({
    body: await makeFile(params.id, body, actor),
    status: 201,
  }),
  "GET /api/batches/[id]/funding/[n]": async ({ params }) => {
    const { body, fileName, type } = await readFile(params.id, params.n);
    return asFile({ bytes: Buffer.from(body), name: fileName }, type);
  },
  "GET /api/batches/[id]/result": async ({ params, query: { form }, actor }) =>
    asFile(await resultFile(params.id, form, actor), exportTypes[form]),
} satisfies Partial<Verbs>;

function asFile({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }, type: string) {
  return {
    body: new Blob([bytes]).stream(),
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  };
}
