import { useQuery } from "@tanstack/react-query";
import { attentionCountsQuery } from "#lib/calls/queries";

/** Transfers and batches. Shows nothing while there are none, or nobody knows. */
export function AttentionCount() {
  const { data } = useQuery(attentionCountsQuery);
  const count = data && data.total + data.batches;
  if (!count) return null;
  return (
    <span className="menu-count">
      {count > 999 ? "999+" : count}
      <span className="sr-only"> to look at</span>
    </span>
  );
}
