import * as z from "zod/mini";
import { auditActionNames } from "./audit-actions";
import { areInOrder, day, pageLimit } from "./list-parts";

/** The part of our own /api format by which the audit log is read. Times are ISO 8601 in UTC. */

/** The largest number that both engines' integers hold. */
const largestSeq = 2_147_483_647;

/** `GET /api/audit`: newest first, keyset paging over the number of the entry. */
export const AuditListInput = z
  .strictObject({
    /** The person who did it: their ID, or what they were called at that time, to the letter but not its case. */
    actor: z.optional(z.string().check(z.maxLength(320, "Search with at most 320 characters."))),
    action: z.optional(z.enum(auditActionNames, "This is not an action of the audit log.")),
    /** The ID of the record that it touched, to the letter. */
    record: z.optional(z.string().check(z.maxLength(128, "Search with at most 128 characters."))),
    /** The first and the last day, both whole, in the business's time zone. */
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

/** An entry of the audit log, every column as it is stored, so that a reader can compute its hash again. */
export type AuditRecord = {
  /** Its number: 1, 2, 3 and so on, without a gap. */
  seq: number;
  at: string;
  /** Who did it, as they were called at that time; `null` for the dashboard itself, a command or somebody unknown. */
  actor: { id: string; name: string } | null;
  /** The network address that it came from. */
  address: string | null;
  userAgent: string | null;
  /** A word of the closed list, unless somebody has changed the row. */
  action: string;
  recordKind: string | null;
  recordId: string | null;
  /** Canonical JSON text: an object of text and booleans with sorted keys. */
  detail: string;
  previousHash: string;
  hash: string;
};
/** The answer of `GET /api/audit`. */
export type AuditPage = { items: AuditRecord[]; nextCursor: string | null };

/** What is wrong with the log: the first entry at which it is not what was written. */
export type AuditFault = {
  kind: "changed" | "removed" | "inserted" | "swapped";
  /** The first entry that is concerned. */
  seq: number;
  /** What was found, for a person. */
  text: string;
};

/** The answer of `GET /api/audit/verification`: the log was read whole, and this is what was found. */
export type AuditVerification = {
  checkedAt: string;
  /** How many entries hold, counted from the first. */
  entries: number;
  /** The hash of the last entry that holds; 64 zeros when there is none. */
  lastHash: string;
  /** `null`: every entry follows from the one before it. */
  fault: AuditFault | null;
};
