"use client";

import type { Route } from "next";
import { Input } from "#components/form/input";
import { Search, X } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { noAccountPattern, noAccountTitle } from "#lib/bank/account-number";

/** `without`: the list without the search. Drawn by the browser's part, so that its elements travel once. */
export function SearchField({ q, without }: { q: string | undefined; without: Route }) {
  return (
    <search className="relative print:hidden max-lg:order-last max-lg:w-full lg:flex-1">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        name="q"
        type="search"
        className="peer pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden"
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
        className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-md text-muted peer-placeholder-shown:hidden hover:text-ink pointer-coarse:right-0 pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4" />
        <span className="sr-only">Clear the search</span>
      </PageLink>
    </search>
  );
}
