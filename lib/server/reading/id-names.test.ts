import { expect, it } from "vitest";
import { addressNameOf, isTransactionIdName, isTransferIdName, isWeakIdName } from "./id-names";

it.each(["transactionid", "txid", "txnref", "transferuuid", "payoutreference", "orderid", "offrampid"])(
  "%s names a transfer wherever it stands",
  (name) => {
    expect([isTransferIdName(name), isWeakIdName(name)]).toEqual([true, false]);
    expect(isTransactionIdName(name)).toBe(name === "transactionid");
  },
);

it.each(["id", "uuid", "ref", "reference", "referenceid"])("%s names one inside of it", (name) => {
  expect([isTransferIdName(name), isWeakIdName(name), isTransactionIdName(name)]).toEqual([
    false,
    true,
    false,
  ]);
});

it.each([
  "",
  "requestid",
  "traceid",
  "customerid",
  "mytransactionid",
  "transactionids",
  "ids",
  "paid",
  "xref",
])("%j names none", (name) => {
  expect([isTransferIdName(name), isWeakIdName(name), isTransactionIdName(name)]).toEqual([
    false,
    false,
    false,
  ]);
});

it.each([
  ["depositaddress", "certain"],
  ["walletaddress", "certain"],
  ["toaddress", "certain"],
  ["usdcdepositaddress", "certain"],
  ["destinationaddresses", "certain"],
  ["depositwallet", "certain"],
  ["address", "plain"],
  ["addresses", "plain"],
  ["wallet", "plain"],
  ["emailaddress", undefined],
  ["ipaddress", undefined],
  ["addressline", undefined],
  ["depositaddressee", undefined],
  ["wallets", undefined],
  ["", undefined],
])("an address called %j is %s", (name, kind) => {
  expect(addressNameOf(name)).toBe(kind);
});
