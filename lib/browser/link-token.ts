import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns the token behind the `#`, which browsers send to no server. `undefined` before hydration, "" if there is none. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}
