import { type RawBuilder, sql } from "kysely";
import type { Chip } from "#lib/transfer/standing/chip";
import {
  arrivedLabels,
  isPartOfOpen,
  type ListState,
  reportedArrived,
  unreported,
} from "#lib/transfer/transfer-states";
import type { TransferStatus } from "#lib/transfer/transfer-status";

/** Invariant: a part of what is open is here what `isOfPart` says of one transfer. */

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const isUnreported = sql`status in (${literals(unreported)})`;
const hasArrived = sql`deposit_label in (${literals(arrivedLabels)})`;

/** What stands where the network has confirmed what the service has not reported. */
const chipsOfArrived: readonly Chip[] = [
  ...(["wrong_token", "money_elsewhere", "money_after_end", "differ", "do_not_send"] as const),
  ...(["short", "over", "unread", "arrived"] as const),
];

/** Of a transfer that is in the statuses of a state; nothing where these say all. */
export function isInPart(state: ListState | undefined): RawBuilder<unknown>[] {
  if (!isPartOfOpen(state)) return [];
  const isOpen = sql`is_handled = 0`;
  if (state === "deposited") return [isOpen, sql`(not (${isUnreported}) or ${hasArrived})`];
  if (state === "awaited")
    return [
      isOpen,
      sql`(status = 'deposit_short' or coalesce(deposit_label, 'none') not in ('exact', 'over'))`,
    ];
  return [isOpen];
}

/** Few of those that wait have arrived unreported: they are found by what else stands of them. */
export const arrivedUnreported: readonly RawBuilder<unknown>[] = chipsOfArrived.map(
  (chip) =>
    sql`chip <> 'status' and chip = ${sql.lit(chip)} and is_handled = 0 and ${isUnreported} and ${hasArrived}`,
);

/** Lists of the transfers of a state, each in an index that has the page's order. */
export function listsOfState(
  statuses: readonly TransferStatus[],
  state: ListState | undefined,
): readonly RawBuilder<unknown>[] {
  if (!isPartOfOpen(state)) return statuses.map((status) => sql`status = ${status}`);
  const own = state === "deposited" ? reportedArrived : statuses;
  // A literal where the index of what waits is to be found.
  const lists = own.map((status) =>
    sql.join([sql`status = ${sql.lit(status)}`, ...isInPart(state)], sql` and `),
  );
  return state === "deposited" ? [...lists, ...arrivedUnreported] : lists;
}
