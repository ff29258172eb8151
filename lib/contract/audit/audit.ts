import * as z from "zod/mini";
import { areInOrder, day, pageLimit } from "#lib/contract/list-parts";
import { auditActionNames } from "./audit-actions";
import type * as answers from "./audit-answers";

/** Reading the audit log. Times are ISO 8601 in UTC. */

/** The largest number that both engines' integers can store. */
const largestSeq = 2_147_483_647;

/** `GET /api/audit`: newest first, keyset paging over the number of the entry. */
export const AuditListInput = z
  .strictObject({
    /** The person's ID, e-mail address or name, in full and in any case. */
    actor: z.optional(z.string().check(z.maxLength(320, "Search with at most 320 characters."))),
    action: z.optional(z.enum(auditActionNames, "This is not an action of the audit log.")),
    /** The exact ID of the record that it touched. */
    record: z.optional(z.string().check(z.maxLength(128, "Search with at most 128 characters."))),
    /** Whole days in the business's time zone, both included. */
    from: z.optional(day),
    to: z.optional(day),
    limit: pageLimit,
    cursor: z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => /^[1-9]\d{0,9}$/.test(text) && Number.parseInt(text, 10) <= largestSeq,
            "This is not a cursor.",
          ),
        ),
    ),
  })
  .check(areInOrder);
export type AuditListInput = z.output<typeof AuditListInput>;

/** Every column as it is stored, so that a reader can compute its hash again. */
export type AuditRecord = z.output<typeof answers.AuditRecord>;
export type AuditPage = z.output<typeof answers.AuditPage>;
/** The first entry that is not as it was written. */
export type AuditFault = z.output<typeof answers.AuditFault>;
export type AuditVerification = z.output<typeof answers.AuditVerification>;
