"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ShortcutsProps } from "./shortcuts-dialog";

/**
 * What the keyboard needs of the frame: another page begins at its heading, and the list of keys opens when it is asked
 * for, from either of the two sidebars.
 */
export function KeyboardHelp({ pages }: Pick<ShortcutsProps, "pages">) {
  useHeadingFocus();
  const [List, setList] = useState<ComponentType<ShortcutsProps>>();
  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('[data-keys="?"]') === null) return;
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

/**
 * A link within the dashboard loads no new document, so the focus would stay on the link that was left; with another list
 * on the same page, it can be gone together with the button that asked for it.
 */
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
    // The framework has already said where the page is to be scrolled to.
    heading.focus({ preventScroll: true });
  }, [path, query]);
}
