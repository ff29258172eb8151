"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import { Menu, X } from "#components/ui/icon";

/** On a narrow screen the sidebar lies behind a native disclosure: it opens without script, and Escape closes it. */
export function PhoneMenu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  // The frame stays while the pages change, so the menu has to close itself.
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
        <summary className="flex min-h-12 items-center justify-between gap-3 px-4 font-semibold -outline-offset-2 select-none [&::-webkit-details-marker]:hidden">
          <span>Offramp Dashboard</span>
          <span className="flex items-center gap-2">
            Menu
            <Menu aria-hidden className="size-5 group-open/menu:hidden" />
            <X aria-hidden className="hidden size-5 group-open/menu:block" />
          </span>
        </summary>
        <div className="max-h-[calc(100dvh-3rem)] overflow-y-auto border-t border-line">{children}</div>
      </details>
    </header>
  );
}
