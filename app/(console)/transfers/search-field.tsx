"use client";

import type { Route } from "next";
import { Input } from "#components/form/input";
import { Search, X } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { noAccountPattern, noAccountTitle } from "#lib/bank/may-be-account";

/** `without`: the list without the search. Drawn by the browser's part, so that its elements travel once. */
export function SearchField({ q, without }: { q: string | undefined; without: Route }) {
  return (
    <search className="relative min-w-0 sm:min-w-60 sm:flex-1 xl:min-w-44 xl:max-w-104 print:hidden">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        name="q"
        type="search"
        className="peer px-9"
        data-keys="/"
        data-own-search
        aria-keyshortcuts="/"
        aria-label="Name, reference, ID, hash, amount, bank or day"
        placeholder="Name, reference, ID, hash, amount"
        defaultValue={q ?? ""}
        maxLength={256}
        pattern={noAccountPattern}
        title={noAccountTitle}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PageLink
        href={without}
        data-clear
        aria-label="Clear the search"
        className="absolute inset-y-0 right-0 grid w-9 place-items-center peer-placeholder-shown:hidden pointer-coarse:w-11"
      >
        <X className="size-4" />
      </PageLink>
    </search>
  );
}
