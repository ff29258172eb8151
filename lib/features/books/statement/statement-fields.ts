import type { Field, TableLimits } from "#lib/table/table";

/**
 * What the line of a statement has, and what banks call its columns. No bank publishes the form of its file: these are names
 * that people's own programs look for in statements of GTBank, Zenith, Access, UBA, First Bank, FCMB, Stanbic IBTC, Kuda and
 * Moniepoint. A bank may change them at any time, so a person can always say which column is which.
 */

export const statementFieldIds = [
  ...(["day", "valueDay", "credit", "debit", "amount", "side", "balance"] as const),
  ...(["narration", "reference", "account", "currency"] as const),
] as const;
export type StatementField = (typeof statementFieldIds)[number];

const words = (text: string) => text.split(" ");
/** A column of money may name its unit, without brackets around it. */
const money = (text: string) => words(text).flatMap((name) => [name, `${name}ngn`, `${name}naira`]);

export const statementFields: readonly Field<StatementField>[] = [
  {
    id: "day",
    title: "day",
    names: words("transdate transactiondate txndate trandate trxdate trndate actualtransactiondate"),
    lesserNames: words(
      "date datetime postdate posteddate postingdate dateposted entrydate bookingdate createdate createddate transactiondatetime transactiontime",
    ),
    standIn: "valueDay",
  },
  {
    id: "valueDay",
    title: "value date",
    names: words("valuedate valdate effectivedate valuedt"),
    isOptional: true,
  },
  {
    id: "credit",
    title: "credit",
    names: money(
      "credit credits cr cramount cramt creditamount creditamt deposit deposits depositcr depositscr lodgement lodgements lodgment lodgments moneyin payin paidin amountin",
    ),
    alternative: "amount",
  },
  {
    id: "debit",
    title: "debit",
    names: money(
      "debit debits dr dramount dramt debitamount debitamt withdrawal withdrawals withdrawaldr withdrawalsdr moneyout payout paidout withdrawn amountout",
    ),
    isOptional: true,
  },
  {
    id: "amount",
    title: "amount",
    names: money("amount amt txnamount tranamount transactionamount transamount"),
    lesserNames: money("debitcredit creditdebit"),
    alternative: "credit",
  },
  {
    id: "side",
    title: "debit or credit",
    names: words(
      "drcr crdr drorcr crordr debitorcredit creditordebit drcrindicator crdrindicator drcrflag crdrflag",
    ),
    lesserNames: words("type transtype trantype txntype transactiontype indicator"),
    isOptional: true,
  },
  {
    id: "balance",
    title: "balance",
    names: money(
      "balance bal runningbalance accountbalance currentbalance closingbalance bookbalance ledgerbalance balanceafter balanceaftertransaction",
    ),
    lesserNames: money("availablebalance"),
    isOptional: true,
  },
  {
    id: "narration",
    title: "narration",
    names: words(
      "narration narrations narrative remark remarks description descriptions transactiondescription transdescription particulars descriptionpayeememo",
    ),
    lesserNames: words(
      "details detail transactiondetails transactiondetail comment comments memo note tofrom",
    ),
  },
  {
    id: "reference",
    title: "reference",
    names: words(
      "reference ref refno refnumber referenceno referencenumber transref transactionref transactionreference transactionreferenceno",
    ),
    lesserNames: words(
      "transactionid transid txnid tranid chqno chequeno chequenumber checkno docno documentno instrumentno paymentreference sessionid",
    ),
    isOptional: true,
  },
  {
    id: "account",
    title: "account number",
    names: words("account accountnumber accountno acctno acctnumber acno nuban"),
    isOptional: true,
  },
  { id: "currency", title: "currency", names: words("currency ccy accountcurrency"), isOptional: true },
];

/** Of one statement: a year of a busy account. */
export const statementLimits: TableLimits = { mostBytes: 4 * 1024 * 1024, mostRows: 5_000 };
