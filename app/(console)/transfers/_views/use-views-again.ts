import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ask } from "#lib/calls/ask";
import { markViews } from "./view-marks";

/** Has the menu and the list drawn again with the views as they are now, whatever became of the form or the row that asked. */
export function useViewsAgain(): () => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async () => {
    markViews();
    router.refresh();
    // Also where nobody watches them yet.
    await client.fetchQuery({ ...ask("GET /api/views"), staleTime: 0 }).catch(() => undefined);
  };
}
