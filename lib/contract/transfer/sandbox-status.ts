import * as z from "zod/mini";

/** `POST /api/transfers/{id}/sandbox`. */
export const SandboxStatus = z.strictObject({
  status: z.string(),
  tx: z.optional(z.string()).check(z.describe("The hash of the transaction, where it paid.")),
});
