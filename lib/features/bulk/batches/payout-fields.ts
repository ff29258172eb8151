import { payeeFields } from "#lib/features/bulk/payee-fields";
import type { Field } from "#lib/table/table";

/** What a row of payouts has, and what people call its columns. */

export const payoutFieldIds = [
  "amount",
  "naira",
  "token",
  "network",
  "bank",
  "accountNumber",
  "accountName",
  "reference",
  "purpose",
] as const;
export type PayoutField = (typeof payoutFieldIds)[number];

const words = (text: string) => text.split(" ");
const namesOf = (wanted: string) => payeeFields.find(({ id }) => id === wanted)?.names ?? [];

/** A payout names whom it pays, what they get as an amount of a token or as naira, and where. */
export const payoutFields: readonly Field<PayoutField>[] = [
  {
    id: "amount",
    title: "amount",
    names: words(
      "amount value sum usdcamount usdtamount usdamount amountusdc amountusdt amountusd tokenamount cryptoamount paymentamount payoutamount amountdue amountpayable amounttopay betrag montant tutar",
    ),
    // None says whether it is naira.
    lesserNames: words("salary netpay netsalary takehomepay nettakehome nettakehomepay wage wages"),
    alternative: "naira",
  },
  {
    id: "naira",
    title: "amount in naira",
    names: words(
      "naira ngn nairaamount ngnamount amountngn amountnaira amountinnaira amountinngn amountn salaryngn salarynaira salaryinnaira netpayngn netpaynaira netpayinnaira netsalaryngn netsalarynaira netsalaryinnaira wagesngn wagengn takehomepayngn",
    ),
    alternative: "amount",
  },
  { id: "token", title: "token", names: words("token currency coin asset symbol"), isOptional: true },
  { id: "network", title: "network", names: words("network chain blockchain"), isOptional: true },
  { id: "bank", title: "bank", names: namesOf("bank") },
  { id: "accountNumber", title: "account number", names: namesOf("accountNumber") },
  {
    id: "accountName",
    title: "name",
    names: namesOf("accountName"),
    lesserNames: [
      ...namesOf("name"),
      ...words(
        "staff staffname employee employeename worker contractor contractorname customer customername",
      ),
    ],
  },
  {
    id: "reference",
    title: "reference",
    names: words("reference ref invoice invoiceno invoicenumber referenceno paymentreference"),
    isOptional: true,
  },
  {
    id: "purpose",
    title: "purpose",
    names: words("purpose narration description remark remarks note memo"),
    isOptional: true,
  },
];
