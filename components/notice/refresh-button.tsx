"use client";

import { BusyButton } from "#components/ui/busy-button";
import { useRefresh } from "#lib/browser/refresh-page";
import { serverAwayText } from "#lib/contract/server-away";

/** Fetches this page again; the screen stays until the answer is here. */
export function RefreshButton({ children = "Try again" }: { children?: string }) {
  const { refresh, isPending, isAway } = useRefresh();
  return (
    <>
      {isAway && (
        <p role="alert" className="w-full font-medium">
          {serverAwayText}
        </p>
      )}
      <BusyButton size="small" isOff={isPending} onClick={refresh}>
        {isPending ? "Trying again" : children}
      </BusyButton>
    </>
  );
}
