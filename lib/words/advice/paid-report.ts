import type { TransferWithEvents } from "#lib/contract/api";
import { canonicalSettlement, wordKey } from "#lib/transfer/status-words";

export type PaidReport = TransferWithEvents["evidence"][number];

/** The first report that says that it was paid; `undefined` where no update did. */
export function paidReport({ evidence, taughtWords }: TransferWithEvents): PaidReport | undefined {
  return evidence.find(
    ({ kind, text, isQuarantined }) =>
      kind === "callback" &&
      !isQuarantined &&
      (taughtWords.find(({ word }) => word === wordKey(text ?? ""))?.meaning ??
        canonicalSettlement(text ?? "")) === "paid",
  );
}
