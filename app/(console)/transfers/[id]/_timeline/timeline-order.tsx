"use client";

import { Button } from "#components/ui/button";
import { keepChoice } from "#lib/browser/choice-cookie";
import { useRefresh } from "#lib/browser/refresh-page";
import { orderCookie, type TimelineOrder } from "./event-view";

/** The choice stays for this browser. */
export function TimelineOrderButton({ order }: { order: TimelineOrder }) {
  const { refresh } = useRefresh();
  const isNewestFirst = order === "newest";
  return (
    <Button
      size="small"
      variant="quiet"
      className="print:hidden"
      onClick={() => {
        keepChoice(orderCookie, isNewestFirst ? undefined : "newest");
        refresh();
      }}
    >
      {isNewestFirst ? "Oldest first" : "Newest first"}
    </Button>
  );
}
