import { useRouter } from "next/navigation";
import { useCallback, useState, useTransition } from "react";

/**
 * Has the server draw this page once more; what is on the screen stays until the answer is here. The framework meets a
 * server that is away by loading the page anew, which loses it to the browser's own error page, so the server is asked
 * first whether it is there. `isAway` says that it was not, and that nothing has changed on the screen.
 */
export function useRefresh(): { refresh: () => void; isPending: boolean; isAway: boolean } {
  const router = useRouter();
  const [isDrawing, startTransition] = useTransition();
  const [isAsking, setIsAsking] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const refresh = useCallback(() => {
    setIsAsking(true);
    void answersNow().then((isThere) => {
      setIsAsking(false);
      setIsAway(!isThere);
      if (isThere) startTransition(() => router.refresh());
    });
  }, [router]);
  return { refresh, isPending: isAsking || isDrawing, isAway };
}

/** A proxy whose server is away says so with 502 or more; one that keeps this path to itself has its server. */
async function answersNow(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
