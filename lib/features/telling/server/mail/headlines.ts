import { readTransfers } from "#lib/server/ledger/transfers";
import { reasonLine } from "#lib/words/outbox/message-line";
import type { HeadlinesOf } from "./needs-you-letter";

/** Why each transfer needs somebody, with what is missing or at stake now, as a message in a channel says it. */
export const readHeadlines: HeadlinesOf = async (ledger, items) => {
  const reasons = new Map(items.map(({ id, reason }) => [id, reason]));
  const transfers = await readTransfers(ledger, [...reasons.keys()]);
  return new Map(
    transfers.flatMap((transfer) => {
      const reason = reasons.get(transfer.id);
      return reason === undefined ? [] : [[transfer.id, reasonLine(transfer, reason)] as const];
    }),
  );
};
