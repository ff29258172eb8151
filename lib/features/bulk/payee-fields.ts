import type { Field } from "#lib/table/table";

/** What a row of payees has, and what people call its columns, in the spreadsheets of several languages. */

export const payeeFieldIds = ["name", "bank", "accountNumber", "accountName"] as const;
export type PayeeField = (typeof payeeFieldIds)[number];

const words = (text: string) => text.split(" ");

export const payeeFields: readonly Field<PayeeField>[] = [
  {
    id: "name",
    title: "name",
    names: words(
      "name payee payeename nickname alias vendor vendorname supplier suppliername nom fullname names isim ad",
    ),
    standIn: "accountName",
  },
  {
    id: "bank",
    title: "bank",
    names: words(
      "bank bankname bankcode banknameorcode bankorcode nameofbank beneficiarybank beneficiarybankname recipientbank recipientbankname vendorbank banque banka bankadi",
    ),
  },
  {
    id: "accountNumber",
    title: "account number",
    names: words(
      "account accountnumber accountno accountnum acctno acctnumber acct acno acnumber accno accnumber nuban nubannumber bankaccount bankaccountnumber bankaccountno beneficiaryaccount beneficiaryaccountnumber beneficiaryaccountno recipientaccount recipientaccountnumber recipientaccountno vendoraccountnumber vendoraccountno kontonummer konto numerodecompte compte hesapno hesapnumarasi",
    ),
  },
  {
    id: "accountName",
    title: "account name",
    names: words(
      "accountname acctname accname acname beneficiary beneficiaryname accountholder accountholdername nameonaccount recipient recipientname kontoinhaber titulaire titulaireducompte hesapadi hesapsahibi",
    ),
    standIn: "name",
  },
];
