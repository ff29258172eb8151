import { useQuery } from "@tanstack/react-query";
import { attentionCountsQuery } from "#lib/calls/queries";

/** Shows nothing while the count is zero or unknown. */
export function AttentionCount() {
  const { data } = useQuery(attentionCountsQuery);
  if (data === undefined || data.total === 0) return null;
  return (
    <span className="min-w-6 rounded-md bg-warn-soft px-1.5 text-center text-xs/5 font-semibold text-warn">
      {data.total > 999 ? "999+" : data.total}
      <span className="sr-only">{data.total === 1 ? " transfer" : " transfers"}</span>
    </span>
  );
}
