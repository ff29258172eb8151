import { useQuery } from "@tanstack/react-query";
import { attentionCountsQuery } from "#lib/calls/queries";

/** Shows nothing while the count is zero or unknown. */
export function AttentionCount() {
  const { data } = useQuery(attentionCountsQuery);
  const count = data === undefined ? 0 : data.total + data.batches;
  if (data === undefined || count === 0) return null;
  return (
    <span className="min-w-6 rounded-md bg-warn-soft px-1.5 text-center text-xs/5 font-semibold text-warn">
      {count > 999 ? "999+" : count}
      <span className="sr-only"> {countedOf(data)}</span>
    </span>
  );
}

function countedOf({ total, batches }: { total: number; batches: number }): string {
  const parts = [
    ...(total > 0 ? [total === 1 ? "transfer" : "transfers"] : []),
    ...(batches > 0 ? [batches === 1 ? "batch" : "batches"] : []),
  ];
  return parts.join(" and ");
}
