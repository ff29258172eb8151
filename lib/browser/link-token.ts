import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * The token behind the `#` of a one-time link: browsers send it to no server. `undefined` while the page is not drawn by
 * the browser yet, and an empty text where there is none.
 */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}
