import * as z from "zod/mini";
import { type InputRules, payoutInput } from "./api";
import { Decimal, Moment } from "./transfer/answer-parts";

/** `POST /api/transfers/same-account`: a POST, since an account number stands in no URL. */
export const sameAccountInput = (rules: InputRules) => payoutInput(rules);
export type SameAccountInput = z.output<ReturnType<typeof sameAccountInput>>;

const Payout = z.strictObject({
  id: z.uuid(),
  amount: Decimal,
  fromCurrency: z.string(),
  networkName: z
    .nullable(z.string())
    .check(z.describe("Where it is another network’s than was asked about.")),
  account: z
    .enum(["same", "other_bank", "other"])
    .check(
      z.describe(
        "`other_bank`: the same account number under another bank’s code; `other`: another account of the same payee.",
      ),
    ),
  bankName: z.string(),
  createdAt: Moment,
  by: z.nullable(z.string()).check(z.describe("Who created it; null for a command on the server.")),
  isOwn: z.boolean().check(z.describe("The person who asks created it.")),
});
export type EarlierPayout = z.output<typeof Payout>;

export const EarlierPayouts = z.strictObject({
  twin: z.nullable(Payout).check(z.describe("The newest of the same token and amount, on any network.")),
  sameReference: z
    .nullable(Payout)
    .check(z.describe("The newest with this reference within 90 days, of any amount.")),
  knownName: z
    .nullable(
      z.strictObject({
        payeeId: z.uuid(),
        name: z.string(),
        isArchived: z.boolean(),
        bankName: z.string(),
        accountLastFour: z.string(),
      }),
    )
    .check(z.describe("A payee of this account name with another account.")),
  savedAccount: z
    .nullable(z.strictObject({ payeeId: z.uuid(), name: z.string(), accountName: z.string() }))
    .check(z.describe("The payee who has this account, where that is under another account name.")),
  renamedBank: z
    .nullable(z.strictObject({ listed: z.string(), saved: z.string() }))
    .check(z.describe("The bank, where the service’s list has another name for its code now.")),
  newest: z.array(Payout).check(z.describe("The newest 5, of any amount.")),
});
export type KnownName = NonNullable<z.output<typeof EarlierPayouts>["knownName"]>;
export type SavedAccount = NonNullable<z.output<typeof EarlierPayouts>["savedAccount"]>;
export type RenamedBank = NonNullable<z.output<typeof EarlierPayouts>["renamedBank"]>;
export type EarlierPayouts = z.output<typeof EarlierPayouts>;
