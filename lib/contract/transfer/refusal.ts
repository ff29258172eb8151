import * as z from "zod/mini";
import { refusalCodes, refusalFields } from "#lib/transfer/refusal";

export const Refusal = z.strictObject({
  code: z.enum(refusalCodes),
  retryAfterSeconds: z
    .nullable(z.int())
    .check(z.describe("How long the service asked to wait; `null` where it didn't say.")),
  field: z
    .nullable(z.enum(refusalFields))
    .check(z.describe("The field of the request that the service refused, where it named one.")),
});
