import { type RefObject, useEffect, useRef } from "react";

/** What has the focus can go with a change, such as the button that copies the address: then the heading takes it. */
export function useFocusKept(drawn: unknown): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target;
    };
    // It may have had the focus before this was listening.
    last.current ??= document.activeElement;
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks after each change of what is drawn.
  useEffect(() => {
    const isLost = last.current instanceof Node && !last.current.isConnected;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!isLost || document.activeElement !== document.body || heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [drawn]);
}

/** For what opens a part of a page, or the place where that was: has the focus again once the part closes with it. */
export function useReturnedFocus<Opener extends HTMLElement>(isOpen: boolean): RefObject<Opener | null> {
  const opener = useRef<Opener>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isLost = wasOpen.current && !isOpen && document.activeElement === document.body;
    wasOpen.current = isOpen;
    if (isLost) (opener.current?.querySelector("button") ?? opener.current)?.focus();
  }, [isOpen]);
  return opener;
}
