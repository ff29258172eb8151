import type { Field, TableLimits } from "#lib/table/table";

/** What a table of what payees said has, and what people call its columns. */

export const receivedFieldIds = ["transfer", "amount", "day", "toldBy"] as const;
export type ReceivedField = (typeof receivedFieldIds)[number];

const words = (text: string) => text.split(" ");

export const receivedFields: readonly Field<ReceivedField>[] = [
  {
    id: "transfer",
    title: "transfer",
    names: words("transfer transferid ourid transactionid serviceid"),
    lesserNames: words("id reference ref invoice invoicenumber invoiceno"),
  },
  {
    id: "amount",
    title: "amount received",
    names: words("received amountreceived receivedamount amountthatarrived arrived receivedngn"),
    lesserNames: words("amount ngn naira amountngn amountinnaira"),
  },
  {
    id: "day",
    title: "day",
    names: words("day receivedon datereceived receiveddate arrivedon"),
    lesserNames: words("date when"),
  },
  {
    id: "toldBy",
    title: "told by",
    names: words("toldby saidby confirmedby source"),
    lesserNames: words("by who contact note notes"),
  },
];

/** Each row is an act of its own. */
export const receivedLimits: TableLimits = { mostBytes: 1024 * 1024, mostRows: 500 };
