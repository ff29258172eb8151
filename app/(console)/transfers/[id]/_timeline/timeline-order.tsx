"use client";

import type { ReactNode } from "react";
import { PressButton } from "#components/ui/press-button";
import { keepChoice } from "#lib/browser/choice-cookie";
import { useRefresh } from "#lib/browser/refresh-page";
import { orderCookie, type TimelineOrder } from "./event-view";

/** The choice stays for this browser. */
export function TimelineOrderButton({ order, icon }: { order: TimelineOrder; icon: ReactNode }) {
  const { refresh } = useRefresh();
  const isNewestFirst = order === "newest";
  return (
    <PressButton
      popoverTarget="timeline-view"
      popoverTargetAction="hide"
      className="menu-act"
      onClick={() => {
        keepChoice(orderCookie, isNewestFirst ? undefined : "newest");
        refresh();
      }}
    >
      {icon}
      {isNewestFirst ? "Oldest first" : "Newest first"}
    </PressButton>
  );
}
