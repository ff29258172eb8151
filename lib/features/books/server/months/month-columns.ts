import type { Movement } from "#lib/features/books/month-answers";

/**
 * Invariant: a line has all that the month's hash is made of, as `docs/books.md` says it, so that a program can compute it
 * again from the file alone.
 */

export const kindWords = {
  created: "Created",
  back: "Open again",
  paid: "Reported paid",
  failed: "Failed or refunded",
  never: "Never went ahead",
  received: "Received",
  received_withdrawn: "Received, taken back",
} as const satisfies Record<Movement["kind"], string>;

type Column = {
  name: string;
  kind: "text" | "amount" | "utc" | "local";
  of: (line: Movement) => string | null;
};

export function monthColumns(timeZone: string): Column[] {
  return [
    { name: "Month", kind: "text", of: ({ month }) => month },
    { name: "What", kind: "text", of: ({ kind }) => kindWords[kind] },
    { name: "Time (UTC)", kind: "utc", of: ({ at }) => at },
    { name: `Time (${timeZone})`, kind: "local", of: ({ at }) => at },
    { name: "Token", kind: "text", of: ({ token }) => token },
    { name: "Amount", kind: "amount", of: ({ amount }) => amount },
    { name: "NGN, estimate", kind: "amount", of: ({ naira }) => naira },
    { name: "Said by", kind: "text", of: ({ source }) => source && sourceWords[source] },
    { name: "Account name", kind: "text", of: ({ accountName }) => accountName },
    { name: "Bank", kind: "text", of: ({ bankName }) => bankName },
    { name: "Account ending in", kind: "text", of: ({ accountLastFour }) => accountLastFour },
    { name: "Reference", kind: "text", of: ({ reference }) => reference },
    { name: "Transfer ID", kind: "text", of: ({ transferId }) => transferId },
    { name: "Event", kind: "text", of: ({ seq }) => `${seq}` },
    { name: "Kind", kind: "text", of: ({ kind }) => kind },
    { name: "Source", kind: "text", of: ({ source }) => source },
  ];
}

const sourceWords = { own_statement: "On our own statement", payee_said: "Confirmed by the payee" } as const;
