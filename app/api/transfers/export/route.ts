import { exportTypes } from "#lib/contract/transfer-list";
import { route } from "#lib/server/api/route";
import { exportTransfers } from "#lib/server/search/export/transfer-export";

/** A POST: it is logged, and it needs our own page and a fresh confirmation. */
export const POST = route("POST /api/transfers/export", async ({ body, actor }) => ({
  body: await exportTransfers(body, actor),
  headers: {
    "content-type": exportTypes[body.format],
    "content-disposition": `attachment; filename="transfers-${new Date().toISOString().slice(0, 10)}.${body.format}"`,
    // A proxy must pass each part on as it comes.
    "cache-control": "no-store, no-transform",
  },
}));
