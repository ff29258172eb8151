"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ShortcutsProps } from "./shortcuts-dialog";

export function KeyboardHelp({ pages }: Pick<ShortcutsProps, "pages">) {
  useHeadingFocus();
  const [List, setList] = useState<ComponentType<ShortcutsProps>>();
  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('[data-keys="?"]') === null) return;
      // The dialog closes the menu that the button is in, so the focus returns to what opens that.
      const menu = target.closest<HTMLElement>("[popover]:popover-open")?.id;
      document.querySelector<HTMLElement>(`[popovertarget="${menu}"]`)?.focus();
      import("./shortcuts-dialog").then(
        ({ ShortcutsDialog }) => setList(() => ShortcutsDialog),
        () => undefined,
      );
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, []);
  return List === undefined ? null : <List pages={pages} onClose={() => setList(undefined)} />;
}

/** A link within the dashboard loads no new document, so the focus would stay on the old link, or be lost with it. */
function useHeadingFocus() {
  const path = usePathname();
  const query = useSearchParams().toString();
  const shown = useRef({ path, query });
  useEffect(() => {
    const isOther = shown.current.path !== path;
    const isGone = shown.current.query !== query && document.activeElement === document.body;
    shown.current = { path, query };
    if (!isOther && !isGone) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path, query]);
}
