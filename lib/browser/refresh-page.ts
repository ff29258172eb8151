import { useRouter } from "next/navigation";
import { useCallback, useState, useTransition } from "react";
import { isSignedOutNow } from "#lib/calls/presence";
import { answerMark } from "#lib/text/headers/answer-mark.mjs";

/**
 * Refreshes the server's part of this page. Asks first whether the server is there: if it is away, the framework would
 * reload into the browser's error page. `isAway`: it was, and nothing has changed. Of a person who is signed out the
 * server would make the sign-in page, and what is typed here would be lost: nothing is asked then.
 */
export function useRefresh(): { refresh: () => void; isPending: boolean; isAway: boolean } {
  const router = useRouter();
  const [isDrawing, startTransition] = useTransition();
  const [isAsking, setIsAsking] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const refresh = useCallback(() => {
    if (isSignedOutNow()) return;
    setIsAsking(true);
    void answersNow().then((isThere) => {
      setIsAsking(false);
      setIsAway(!isThere);
      if (isThere) startTransition(() => router.refresh());
    });
  }, [router]);
  return { refresh, isPending: isAsking || isDrawing, isAway };
}

/**
 * A proxy whose server is away says so with 502 or more; one that keeps this path to itself has its server. A network's
 * sign-in page says that all is well, without our mark.
 */
async function answersNow(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    ({ status, headers }) =>
      headers.get(answerMark.name) === answerMark.value || (status >= 400 && status < 500),
    () => false,
  );
}
