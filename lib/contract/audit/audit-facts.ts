import * as z from "zod/mini";
import { endpointForms } from "#lib/contract/outbox/endpoint-forms";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";

/** The facts that an entry of the audit log can hold. None has room for a secret or a full account number. */

const shape = (pattern: RegExp) => z.string().check(z.regex(pattern));
export const role = z.enum(["support", "finance", "admin"]);
export const email = z.email().check(z.maxLength(254));
/** Too short for an account number. */
export const count = shape(/^(0|[1-9]\d{0,6})$/);
/** One digit too short for an account number. */
export const rowCount = shape(/^(0|[1-9]\d{0,8})$/);
/** At most what is sent again at once. */
export const pageOfDeliveries = shape(/^[1-9]\d{0,4}$/);
/** An entry as `verify-audit` prints and takes it: NUMBER:HASH. */
export const notedEntry = shape(/^[1-9]\d{0,9}:[0-9a-f]{64}$/);
/** Of a file that left. A bare hash is refused: that of a token looks like it. */
export const fileHash = shape(/^sha256:[0-9a-f]{64}$/);
export const date = shape(/^\d{4}-\d{2}-\d{2}$/);
export const month = shape(/^\d{4}-\d{2}$/);
export const lastFour = shape(/^\d{4}$/);
export const amount = shape(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/);
export const asset = shape(/^[a-z][a-z0-9-]{0,15}:[a-z][a-z0-9.-]{0,15}$/);

/** Whether an entry can name it. */
export function isAsset(text: string | undefined): text is string {
  return asset.safeParse(text).success;
}

/** A person's e-mail, or a command on the server. */
export const linkMadeBy = z.optional(z.union([email, z.literal("a_command")]));
export const statusWord = shape(/^[a-z]+(_[a-z]+)*$/).check(z.maxLength(64));
export const factor = z.enum(["none", "authenticator_code", "recovery_code"]);
export const by = z.enum(["the_person", "an_administrator", "a_command"]);

/** As the service sends it, normalised: a token, a sentence or an account number is none. */
export const serviceWord = shape(/^[a-z]+(_[a-z]+)*$/).check(z.maxLength(64));

/** Whether an entry can name it. */
export function isServiceWord(text: string): boolean {
  return serviceWord.safeParse(text).success;
}

const ledgerSource = z.enum(["a_backup", "embedded_database"]);
const ledgerEngine = z.enum(["embedded_database", "postgresql"]);

/** Of an endpoint's URL, whose path may hold a token; with a port that is not the scheme's. No account number is one. */
export const host = shape(
  /^(([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}\.?|[a-z][a-z-]{0,62}|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/,
).check(z.maxLength(260));
/** Of an endpoint, separated by blanks. */
export const messageKinds = z
  .string()
  .check(z.refine((text) => text.split(" ").every((kind) => chosenKinds.some((each) => each === kind))));
/** Of a letterhead, separated by blanks: which parts, and nothing of what stands there. */
export const letterheadParts = shape(
  /^(name|address|rc_number|vat_number|logo)( (address|rc_number|vat_number|logo))*$/,
);
/** The form is in the entry that adds it. */
export const ofEndpoint = z.strictObject({
  host: z.optional(host),
  form: z.optional(z.enum(endpointForms)),
});

/** What came with a ledger, and the entry of its own log that this one follows. */
export const arrival = {
  by,
  source: ledgerSource,
  engine: ledgerEngine,
  transfers: rowCount,
  events: rowCount,
  /** What its own rules found wrong in it. */
  faults: z.optional(rowCount),
  continues: z.optional(notedEntry),
};
