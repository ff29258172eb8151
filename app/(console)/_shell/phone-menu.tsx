"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";

/** A native disclosure: it opens without script, and Escape closes it. */
export function PhoneMenu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  // The frame stays while the pages change, so the menu closes itself.
  const close = () => details.current?.removeAttribute("open");

  function closeOnLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest("a") !== null) close();
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    close();
    details.current.querySelector("summary")?.focus();
  }

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-sunken md:hidden print:hidden">
      <details
        ref={details}
        onKeyDown={closeOnEscape}
        onClick={closeOnLink}
        onSubmit={close}
        className="group/menu"
      >
        {children}
      </details>
    </header>
  );
}
