"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { Search } from "#components/ui/icon";
import { Input } from "#components/ui/input";

/** Goes to a transfer by its ID, its transaction ID or its deposit address. It works without script. */
export function SearchBox({ isShortcutTarget }: { isShortcutTarget: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();

  useEffect(() => {
    if (!isShortcutTarget) return;
    function focusSearch(event: KeyboardEvent) {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCommand && !(isSlash && !isTyping(event.target))) return;
      // On a phone the box lies in the closed menu: there the browser keeps its own shortcut.
      if (input.current === null || input.current.offsetParent === null) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    }
    document.addEventListener("keydown", focusSearch);
    return () => document.removeEventListener("keydown", focusSearch);
  }, [isShortcutTarget]);

  function find(event: FormEvent) {
    event.preventDefault();
    router.push(`/transfers?${new URLSearchParams({ find: input.current?.value ?? "" })}` as Route);
  }

  return (
    <search>
      <form action="/transfers" onSubmit={find}>
        <label htmlFor={id} className="sr-only">
          Find a transfer by ID, transaction ID or deposit address
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            ref={input}
            id={id}
            name="find"
            type="search"
            required
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Find by ID"
            aria-keyshortcuts={isShortcutTarget ? "Control+K Meta+K /" : undefined}
            className="pl-8.5"
          />
          {isShortcutTarget && (
            <span
              aria-hidden="true"
              className="font-mono pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded border border-line bg-sunken px-1.5 text-xs text-muted pointer-coarse:hidden"
            >
              /
            </span>
          )}
        </div>
      </form>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
