import * as z from "zod/mini";
import { receivedSources } from "#lib/transfer/received";
import { amount, date } from "./audit-facts";

/** What recipients got, and who says so. */
export const receivedActions = {
  received_recorded: {
    record: "transfer",
    detail: z.strictObject({ said: z.enum(receivedSources), amount, day: date }),
  },
  received_withdrawn: { record: "transfer", detail: z.strictObject({ said: z.enum(receivedSources) }) },
} as const;
