import * as z from "zod/mini";

/** A row that somebody has changed may hold anything. */

export const AuditRecord = z.strictObject({
  seq: z.int().check(z.describe("Its number: 1, 2, 3 and so on, without a gap.")),
  at: z.string(),
  actor: z
    .nullable(z.strictObject({ id: z.string(), name: z.string() }))
    .check(
      z.describe(
        "Who did it, by the e-mail address at that time; null for the dashboard itself, a command or somebody unknown.",
      ),
    ),
  person: z.nullable(z.string()).check(z.describe("How the person is called now; not part of the hash.")),
  about: z
    .nullable(z.string())
    .check(z.describe("How the person is called now whose e-mail `detail` has; not part of the hash.")),
  address: z.nullable(z.string()).check(z.describe("The network address that it came from.")),
  userAgent: z.nullable(z.string()),
  action: z.string().check(z.describe("One of the known actions, unless somebody has changed the row.")),
  recordKind: z.nullable(z.string()),
  recordId: z.nullable(z.string()),
  detail: z
    .string()
    .check(z.describe("Canonical JSON text: an object of text and booleans with sorted keys.")),
  cover: z
    .nullable(z.string())
    .check(
      z.describe("SHA-256 of the hashes of the transfers and events that it seals; null when it seals none."),
    ),
  previousHash: z.string(),
  hash: z.string(),
});
export const AuditPage = z.strictObject({ items: z.array(AuditRecord), nextCursor: z.nullable(z.string()) });

export const AuditFault = z.strictObject({
  kind: z.enum(["changed", "removed", "inserted", "swapped"]),
  seq: z.int().check(z.describe("The first entry affected.")),
  text: z.string().check(z.describe("What was found, as a sentence for a person.")),
});
export const AuditVerification = z.strictObject({
  checkedAt: z.iso.datetime(),
  entries: z.int().check(z.describe("How many entries are intact, counted from the first.")),
  lastHash: z.string().check(z.describe("The hash of the last intact entry; 64 zeros when there is none.")),
  fault: z.nullable(AuditFault).check(z.describe("null: every entry follows from the one before it.")),
});
