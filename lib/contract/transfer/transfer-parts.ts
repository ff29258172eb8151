import * as z from "zod/mini";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { chips } from "#lib/transfer/standing/chip";
import { bars } from "#lib/transfer/standing/invitation";
import { Decimal, Moment, told } from "./answer-parts";

/** What a node of the network says of the deposit address; the service says nothing of it. */
export const Deposit = z
  .strictObject({
    label: z
      .enum(["off", "none", "blind", "seen", "exact", "short", "over", "wrong_token", "gone"])
      .check(
        z.describe(
          "`off`: nobody looks. `blind`: the network could not be read lately. `seen`: not all is confirmed yet.",
        ),
      ),
    watchEndedAt: z
      .nullable(Moment)
      .check(z.describe("When the address was looked at last; `null` while it is, and where nobody did.")),
    amount: z.nullable(Decimal).check(z.describe("The sum that arrived in the transfer's token.")),
    difference: z.nullable(Decimal).check(z.describe("How much is missing, or arrived beyond the amount.")),
    isShort: z.boolean(),
    parts: z.array(Decimal),
    otherToken: z
      .nullable(z.strictObject({ symbol: z.string(), amount: Decimal }))
      .check(z.describe("Another token arrived at the address.")),
    confirmations: z.nullable(z.strictObject({ has: z.int(), needs: z.int() })),
    firstAt: z.nullable(Moment).check(z.describe("The time of the first deposit's block.")),
    transactions: z.array(z.string()).check(z.describe("Their hashes, twenty at the most.")),
    isShared: z.boolean().check(z.describe("Another transfer has the same address.")),
  })
  .check(z.describe("What the chain says, beside the status and never part of it."));

/** Where a transfer stands: see `lib/transfer/standing`. */
export const Standing = z
  .strictObject({
    invitation: z
      .enum(["open", "open_here", "closed"])
      .check(
        z.describe(
          "`open`: somebody may still be asked to send to the address. `open_here`: on the dashboard's own page, by no code, wallet or payer's link. In doubt it is closed.",
        ),
      ),
    closedBy: z
      .nullable(z.enum(bars))
      .check(
        z.describe("The most telling reason why it is closed, or would be if nobody had opened it again."),
      ),
    canOpen: z.boolean().check(z.describe("A person with the role finance can open it again.")),
    until: z.nullable(Moment).check(z.describe("Until when it is open.")),
    openedBy: z.nullable(told("Who opened it again.")),
    ask: Decimal.check(z.describe("What is asked for now: the amount, or what is missing of it.")),
    reason: z
      .nullable(z.enum(attentionReasons))
      .check(z.describe("The most pressing reason why it needs a person now; `null`: it needs nobody.")),
    sources: z
      .nullable(z.strictObject({ service: Decimal, network: Decimal }))
      .check(z.describe("What the service and the network each say arrived, where they don’t agree.")),
    chip: z.enum(chips).check(z.describe("The word of its chip; `status`: the status says it.")),
    seen: z.int().check(z.describe("The number of its last event: an act says what its person had seen.")),
  })
  .check(z.describe("Whether anybody may be asked for money, and whether a person must look."));
