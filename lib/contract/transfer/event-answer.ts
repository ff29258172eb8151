import * as z from "zod/mini";
import { RecordOfReceipt } from "#lib/contract/received/received-answer";
import { eventKinds, eventSources } from "#lib/transfer/transfer-status";
import { unreadReasons } from "#lib/transfer/unread";
import { Decimal, Moment, told } from "./answer-parts";
import { Refusal } from "./refusal";

/** One event of a transfer, as our own API shows it. */
export const TransferEvent = z.strictObject({
  seq: z.int(),
  at: Moment,
  source: z.enum(eventSources),
  person: z.nullable(
    told("The person's name, with the e-mail address where two have one name, or the address alone."),
  ),
  personEmail: z.nullable(told("The person's e-mail address.")),
  kind: z.enum(eventKinds),
  text: z.nullable(told("Its text: the service's message, a callback's status word, a note.")),
  raw: z.nullable(
    told("What the service sent, as it came: its first 2,048 characters, or all that is kept of one event."),
  ),
  rawEncoding: z
    .nullable(z.enum(["utf8", "base64"]))
    .check(z.describe("`base64` where the bytes are no text.")),
  rawBytes: z
    .int()
    .check(z.describe("How many bytes are kept of what the service sent, as `raw` holds them.")),
  isRawCut: z
    .boolean()
    .check(z.describe("`raw` is the start of it; the event asked for alone has it whole.")),
  isTruncated: z.boolean().check(z.describe("More than 64 kB arrived, of which the first were kept.")),
  received: RecordOfReceipt,
  deliveries: z.int().check(z.describe("How often the same callback arrived.")),
  isQuarantined: z
    .boolean()
    .check(z.describe("A callback that names another transaction: it was kept and changes nothing.")),
  unread: z
    .nullable(z.enum(unreadReasons))
    .check(z.describe("Why a callback could not be read; `foreign` names another transaction.")),
  refusal: z.nullable(Refusal).check(z.describe("Why it was rejected; `null` for any other event.")),
  arrived: z.nullable(Decimal).check(z.describe("How much of the deposit arrived, as the callback says it.")),
  paidOut: z
    .nullable(Decimal)
    .check(z.describe("How much the recipient was paid, in `currency`, as the callback says it.")),
});
