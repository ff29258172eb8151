"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "#components/ui/button";

/** Asks the server for this page once more; what is on the screen stays until the answer is here. */
export function RefreshButton({ children = "Try again" }: { children?: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <Button
      size="small"
      aria-disabled={isPending || undefined}
      onClick={() => startTransition(() => router.refresh())}
    >
      {isPending ? "Asking again" : children}
    </Button>
  );
}
