import * as z from "zod/mini";
import { email } from "./audit-facts";

/** What of a transfer is shown to others. */
export const sharingActions = {
  /** `isReplacement`: it ended the one before. */
  pay_link_made: {
    record: "transfer",
    detail: z.strictObject({
      hours: z.enum(["2", "24", "168"]),
      showsBank: z.boolean(),
      isReplacement: z.optional(z.boolean()),
    }),
  },
  pay_link_ended: { record: "transfer", detail: z.strictObject({}) },
  /** To this address; an event of the transfer says whether the mail server took it. */
  advice_sent: { record: "transfer", detail: z.strictObject({ email }) },
} as const;
