import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Whether a press of a control reaches its component: false in what the server drew, true from the first drawing by the
 * browser on. A control that needs its component stays disabled until then, so that no press is lost: a browser would
 * send a form by itself, with what was typed in it.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
