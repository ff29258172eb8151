import { route } from "#lib/server/api/route";
import { exportTransfers } from "#lib/server/search/transfer-export";

/** An act and no read: it is written into the audit log, so it asks for a page of our own and a fresh proof. */
export const POST = route("POST /api/transfers/export", async ({ body, actor }) => ({
  body: await exportTransfers(body, actor),
  headers: {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="transfers-${new Date().toISOString().slice(0, 10)}.csv"`,
    // A proxy must pass each part on as it comes.
    "cache-control": "no-store, no-transform",
  },
}));
