import * as z from "zod/mini";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { eachOwnText } from "#lib/transfer/own-texts";
import { settlements } from "#lib/transfer/status-words";
import { eventSources, transferFlags, transferStatuses } from "#lib/transfer/transfer-status";
import { LiveFunding } from "./funding/live-funding";
import { holdReasons } from "./hold-reasons";
import { PaidOut, Received } from "./received/received-answer";
import { Decimal, Moment, told } from "./transfer/answer-parts";
import { TransferEvent } from "./transfer/event-answer";
import { matchKinds } from "./transfer/match-kinds";
import { Deposit, Standing } from "./transfer/transfer-parts";

/**
 * The answers of our own /api on transfers, quotes, banks and the business. The browser uses the types only; the API's
 * description is made from these schemas, and the tests check every answer against them.
 */

export const Business = z.strictObject({
  name: z.string(),
  type: z.string(),
  website: z.string(),
  status: told("As the service sent it."),
  owner: z.string(),
  usable: z.boolean().check(z.describe("The status is `active`, in any case and with any spaces around it.")),
  checkedAt: Moment,
});

export const Bank = z.strictObject({ code: z.string(), name: z.string() });
export const Banks = z.array(Bank).check(z.describe("Codes repeat in the real list."));

/** What the service says in a quote, and when. */
const figures = { rate: Decimal, outputAmount: Decimal, fee: Decimal, quotedAt: Moment };
export const QuoteFigures = z.strictObject(figures);

const nextEvents = z
  .nullable(z.string())
  .check(z.describe("The cursor of the events before these; `null` where there are none."));
export const EventPage = z.strictObject({
  items: z.array(TransferEvent).check(z.describe("In the order in which they happened.")),
  nextCursor: nextEvents,
});

const transfer = {
  id: z.uuid(),
  transactionId: z.nullable(told("The service's ID.")),
  address: z.nullable(
    told(
      "The deposit address, as the service gave it; `null` too while `flags` has `contradicting_address`.",
    ),
  ),
  addressCheck: z
    .nullable(z.enum(["valid", "invalid", "unchecked"]))
    .check(
      z.describe(
        "Whether it passes its network's check; `unchecked`: the dashboard doesn't know the format.",
      ),
    ),
  memo: z.nullable(told("A memo or tag that a deposit needs beside the address, as the service gave it.")),
  status: z.enum(transferStatuses),
  statusSource: z.enum(eventSources),
  unknownWords: z
    .array(z.string())
    .check(z.describe("Status words from the service that we don't recognise, five at the most.")),
  taughtWords: z
    .array(z.strictObject({ word: z.string(), meaning: z.enum([...settlements, "nothing"]) }))
    .check(
      z.describe(
        "Its status words whose meaning an admin said, five at the most. An update without a body has the empty word.",
      ),
    ),
  flags: z.array(z.enum(transferFlags)),
  standing: Standing,
  isFinal: z.boolean(),
  amount: Decimal,
  arrivedAmount: z
    .nullable(Decimal)
    .check(
      z.describe(
        "How much of a short or over deposit arrived, as the service says it; `null` where it doesn't.",
      ),
    ),
  deposit: Deposit,
  funding: z.nullable(LiveFunding),
  asset: z.string(),
  fromCurrency: z.string(),
  network: z.string(),
  currency: z.string(),
  country: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: told("In full in the answer about one transfer; only its end in a list."),
  accountName: z.string(),
  callbackUrl: z
    .nullable(z.string())
    .check(z.describe("In full in the answer about one transfer; only its origin in a list.")),
  updatesGoTo: z
    .enum(["dashboard", "callback_url", "nobody"])
    .check(
      z.describe(
        "Who gets the service's status updates: this dashboard, the callback URL that a person gave, or nobody.",
      ),
    ),
  isHandled: z
    .boolean()
    .check(
      z.describe("A person recorded what arrived or marked it as resolved, and nothing was reported since."),
    ),
  received: z
    .array(Received)
    .check(z.describe("What each source says the recipient got. Nothing else here confirms a payout.")),
  paidOut: PaidOut,
  quote: z
    .nullable(QuoteFigures)
    .check(z.describe("The service's own quote at the creation; null when there was none.")),
  askedOutput: z
    .nullable(Decimal)
    .check(z.describe("What the recipient was to get, where the amount was found for that; null otherwise.")),
  acceptedOutput: z
    .nullable(Decimal)
    .check(z.describe("What the recipient was to get by the quote that was accepted; null when none was.")),
  ...eachOwnText(({ hint }) => z.nullable(z.string()).check(z.describe(hint))),
  payeeId: z.nullable(z.uuid()),
  payeeVersion: z.nullable(z.int()),
  replaces: z.nullable(z.uuid()),
  createdAt: Moment,
  updatedAt: Moment,
};
export const Transfer = z.strictObject(transfer);
/** From one source. */
export const Claim = z.strictObject({
  event: z.int().check(z.describe("The number of the event that names them.")),
  at: Moment,
  source: z.enum(eventSources),
  person: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export const TransferWithEvents = z.strictObject({
  ...transfer,
  events: z
    .array(TransferEvent)
    .check(z.describe("The newest 20, in the order in which they happened; the rest is read page by page.")),
  nextCursor: nextEvents,
  evidence: z
    .array(TransferEvent)
    .check(z.describe("The events that decided its creation and its status, even old ones.")),
  claims: z
    .array(Claim)
    .check(
      z.describe(
        "Who gave which address and transaction ID, where two sources gave different ones; else empty.",
      ),
    ),
  batch: z
    .nullable(z.strictObject({ id: z.uuid(), name: z.string(), row: z.int() }))
    .check(z.describe("The batch that it is a row of, and the number of its line; `null` for any other.")),
  owner: z
    .nullable(z.strictObject({ id: z.string(), name: z.string() }))
    .check(z.describe("Its owner: the person who takes care of it.")),
  dueAt: z.nullable(Moment).check(z.describe("Until when its owner is to have dealt with it.")),
  waiting: z
    .int()
    .check(
      z.describe(
        "How many status updates were received and aren't processed yet. The status is without them.",
      ),
    ),
  attention: z
    .array(z.enum(attentionReasons))
    .check(z.describe("Why it needs a person now, most pressing first.")),
  replacedBy: z.nullable(z.uuid()).check(z.describe("Our ID of the newest transfer that replaced it.")),
  mayAlsoExist: z
    .array(z.uuid())
    .check(
      z.describe(
        "Our IDs of other attempts at the same payout that may also exist; empty while this one can't exist.",
      ),
    ),
});
const counted = z.int().check(z.nonnegative());
export const TransferSums = z.strictObject({
  counts: z
    .strictObject({ open: counted, waiting: counted, paid: counted, failed: counted, never: counted })
    .check(z.describe("Counts by state of all that the other filters match.")),
  asked: counted.check(z.describe("How many are in the state that was asked for.")),
  isMore: z.boolean().check(z.describe("There are more: only the first 10,000 were counted.")),
  sums: z
    .array(z.strictObject({ token: z.string(), amount: Decimal }))
    .check(
      z.describe("By token, of those in the state that was asked for. What never went ahead is in no sum."),
    ),
  matched: z
    .array(z.strictObject({ kind: z.enum(matchKinds), count: counted }))
    .check(
      z.describe(
        "What a search text matched, of those in the state that was asked for; a transfer can match in several ways.",
      ),
    ),
});

export const FoundAccount = z.strictObject({
  id: z.nullable(z.uuid()).check(z.describe("The newest transfer to this account; `null` if there is none.")),
});

export const TransferChanges = z.strictObject({
  items: z.array(Transfer).check(z.describe("Those that changed, with only the end of each account number.")),
  newer: counted.check(
    z.describe("How many newer transfers match the filters, up to 25; 0 unless the request asked."),
  ),
  isMore: z.boolean().check(z.describe("There are more newer ones than that.")),
});

export const TransferPage = z.strictObject({
  items: z.array(Transfer),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()).check(z.describe("The page before this one; `null` on the first.")),
  lookedBackTo: z
    .nullable(z.string())
    .check(
      z.describe(
        "How far back this request searched, as a time of creation, if it stopped early: `nextCursor` searches further back, even when this page is short or empty. `null` when the page is full or the end is reached.",
      ),
    ),
});

const reason = z.enum(attentionReasons);
export const BulkResults = z.array(
  z.strictObject({
    id: z.uuid(),
    outcome: z
      .enum(["done", "already", "changed", "refused", "not_found"])
      .check(
        z.describe(
          "`already`: it was so before. `changed`: something was reported after it was read, so it was left as it is.",
        ),
      ),
    detail: z.nullable(z.string()).check(z.describe("Why it was refused.")),
  }),
);
export const Attention = z.array(z.strictObject({ reason, transfers: z.array(Transfer), count: z.int() }));
export const AttentionCounts = z.strictObject({
  total: z.int().check(z.describe("Of transfers.")),
  batches: z.int().check(z.describe("Batches of payouts that need a person; they are in no other count.")),
  reasons: z
    .array(z.strictObject({ reason, count: z.int(), oldest: Moment }))
    .check(
      z.describe(
        "Most urgent first. A transfer with two reasons counts under the more urgent one. `oldest`: when the oldest transfer was created.",
      ),
    ),
});

export const TransferHold = z.strictObject({
  since: Moment,
  reason: z.enum(holdReasons),
  writtenAgain: z
    .int()
    .check(
      z.describe("How many lost transfers this dashboard has saved again since a person last compared."),
    ),
});
export const HoldState = z.strictObject({
  hold: z.nullable(TransferHold).check(z.describe("null: new transfers are sent.")),
});
