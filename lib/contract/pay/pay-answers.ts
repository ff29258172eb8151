import * as z from "zod/mini";
import { Decimal, Moment } from "#lib/contract/transfer/answer-parts";

/** What is asked for, and what the network shows of it. */
const PaymentRequest = z.strictObject({
  payeeName: z.string().check(z.describe("Who asks for the payment.")),
  amount: Decimal,
  token: z.string(),
  networkName: z.string(),
  address: z.nullable(z.string()).check(z.describe("Where to send; `null` unless `state` is `open`.")),
  memo: z
    .nullable(z.string())
    .check(z.describe("What the payment must carry beside the address; `null` too where there is none.")),
  sendUntil: Moment.check(z.describe("After this no address is shown.")),
  linkUntil: Moment.check(z.describe("When the link ends.")),
  reference: z.nullable(z.string()),
  bank: z
    .nullable(z.strictObject({ name: z.string(), lastFour: z.string() }))
    .check(z.describe("`null` unless the person who made the link chose to show it.")),
  sources: z
    .nullable(z.strictObject({ service: Decimal, network: Decimal }))
    .check(z.describe("What the service and the network each say arrived, where they don’t agree.")),
  reported: z
    .nullable(z.strictObject({ amount: Decimal, at: z.nullable(Moment) }))
    .check(z.describe("What the service says arrived, where it named a sum that isn’t the amount.")),
  deposit: z.strictObject({
    label: z.enum(["off", "none", "blind", "seen", "exact", "short", "over", "wrong_token", "gone"]),
    amount: z.nullable(Decimal),
    difference: z.nullable(Decimal),
    otherToken: z.nullable(z.strictObject({ symbol: z.string(), amount: Decimal })),
    confirmations: z.nullable(z.strictObject({ has: z.int(), needs: z.int() })),
    firstAt: z.nullable(Moment).check(z.describe("When the network first showed it.")),
  }),
});

/** All that a payer may know. */
export const PayerView = z.strictObject({
  state: z
    .enum([
      "open",
      "received",
      "short",
      "over",
      "late",
      "expired",
      "cancelled",
      "stopped",
      "finished",
      "ended",
    ])
    .check(
      z.describe(
        "Only `open` asks for a payment. `ended`: the link was ended, replaced, or has expired; `stopped`: nobody knows now whether the address is right.",
      ),
    ),
  host: z.string().check(z.describe("Where this page is. Any other host is somebody else’s.")),
  isSandbox: z.boolean(),
  timeZone: z.string(),
  request: z.nullable(PaymentRequest).check(z.describe("`null` once the link has ended.")),
});

export const PayLink = z
  .strictObject({ link: z.string(), expiresAt: Moment })
  .check(z.describe("A link for the payer. Only this answer contains it."));
