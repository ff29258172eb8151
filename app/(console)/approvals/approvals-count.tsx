import { useQuery } from "@tanstack/react-query";
import { approvalsCountQuery } from "./approvals-watch";

/** What waits for the person; nothing while that is zero or unknown. */
export function Count() {
  const { data } = useQuery(approvalsCountQuery);
  if (data === undefined || data.yours === 0) return null;
  return (
    <span className="menu-count">
      {data.yours > 50 ? "50+" : data.yours}
      <span className="sr-only"> for you to decide</span>
    </span>
  );
}
