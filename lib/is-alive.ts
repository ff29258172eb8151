import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Whether a press of a control reaches its component: false in what the server drew, true from the first drawing by the
 * browser on. A control that is loaded after its page stays disabled until then, so that no press is lost.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
