"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import { phoneMenuId } from "#lib/browser/phone-menu";

type Props = {
  summary: ReactNode;
  /** What the header has besides. */
  beside: ReactNode;
  /** The sidebar. It follows the disclosure, and on a phone shows while that is open; so the page has it once. */
  children: ReactNode;
};

/** A native disclosure: it opens without script, and Escape closes it. */
export function PhoneMenu({ summary, beside, children }: Props) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens inside
    <div className="contents" onKeyDown={closeOnEscape} onClick={closeOnLink} onSubmit={close}>
      <header className="sticky top-[var(--bar,0px)] z-20 flex h-14 items-center border-b border-line bg-sunken md:hidden print:hidden">
        <details ref={details} id={phoneMenuId} className="group/menu">
          {summary}
        </details>
        {beside}
      </header>
      {children}
    </div>
  );
}
