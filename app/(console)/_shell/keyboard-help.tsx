"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isWriting } from "#lib/browser/late-focus";
import type { PaletteProps } from "./palette/palette";
import type { ShortcutsProps } from "./shortcuts-dialog";

type Props = Pick<PaletteProps, "pages" | "timeZone">;

/** What opens for a key, loaded when it is first wanted: the list of keys and the palette. */
export function KeyboardHelp({ pages, timeZone }: Props) {
  useHeadingFocus();
  const [shown, setShown] = useState<ReactNode>();
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
  usePalette({ pages, timeZone }, setShown);
  return (
    <>
      {shown}
      {List !== undefined && <List pages={pages} onClose={() => setList(undefined)} />}
    </>
  );
}

/** A press on the search box or its button, typing in it, or the key. Until the palette is here, the box is a form that searches. */
function usePalette({ pages, timeZone }: Props, show: (shown: ReactNode) => void) {
  useEffect(() => {
    let isOpen = false;
    let isComposing = false;
    const open = (event: Event) => {
      const { type, target } = event;
      const isButton = target instanceof Element && target.closest("button[data-find]") !== null;
      const box = isButton ? document.getElementById("find") : target;
      if (!(box instanceof HTMLInputElement) || isOpen) return;
      if (type !== "find" && box.dataset.find === undefined) return;
      // A composition goes on in the box; its end opens the palette.
      if (event instanceof InputEvent && event.isComposing) return;
      if (isButton) event.preventDefault();
      isOpen = true;
      const before = type === "input" || type === "compositionend" ? "" : box.value;
      const onClose = () => {
        isOpen = false;
        show(undefined);
        // The key was pressed elsewhere: back to it, once the box has the focus again.
        const was: unknown = event instanceof CustomEvent && event.detail;
        setTimeout(() => {
          if (was instanceof HTMLElement && document.activeElement === box) was.focus();
        });
      };
      import("./palette/palette").then(({ Palette }) => {
        // At once: between the two, Enter would search by the box, and a letter be lost.
        const draw = () =>
          isOpen && flushSync(() => show(<Palette {...{ pages, timeZone, box, before, onClose }} />));
        // A person who has gone on to another field keeps it.
        if (isWriting() && document.activeElement !== box) isOpen = false;
        else if (isComposing) document.addEventListener("compositionend", draw, { once: true });
        else draw();
      }, onClose);
    };
    const end = new AbortController();
    const note = ({ type }: Event) => {
      isComposing = type === "compositionstart";
    };
    for (const kind of ["compositionstart", "compositionend"]) document.addEventListener(kind, note, end);
    for (const kind of ["click", "input", "find", "compositionend"])
      document.addEventListener(kind, open, end);
    // Enter came first: the box has searched.
    document.addEventListener("submit", () => (isOpen = false), end);
    // After the effects of the page that it stands beside: what an early press wants may be theirs.
    setTimeout(() => dispatchEvent(new Event("help")));
    return () => end.abort();
  }, [pages, timeZone, show]);
}

/** Where a page that is there to be filled in begins. */
function firstField(): HTMLElement | null {
  const id = document.querySelector<HTMLElement>("main [data-first-field]")?.dataset.firstField;
  return document.getElementById(id ?? "");
}

/** A link within the dashboard loads no new document, so the focus would stay on the old link, or be lost with it. */
function useHeadingFocus() {
  const path = usePathname();
  const query = useSearchParams().toString();
  const shown = useRef({ path, query });
  useEffect(() => {
    if (document.querySelector("[data-view]"))
      void import("../transfers/_views/view-marks").then(
        ({ markViews }) => markViews(),
        () => undefined,
      );
    const isOther = shown.current.path !== path;
    const isGone = shown.current.query !== query && document.activeElement === document.body;
    shown.current = { path, query };
    if (!isOther && !isGone) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading === null) return;
    heading.tabIndex = -1;
    if (!isWriting()) (firstField() ?? heading).focus({ preventScroll: true });
  }, [path, query]);
}
