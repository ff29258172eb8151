import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * False in the server's HTML and true once the page is hydrated. Controls that need their component stay disabled until
 * then, so that no press is lost and no form is sent by the browser itself.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
