"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { mayBeAccount } from "#lib/bank/may-be-account";

/** Searches without a full load; without script the form itself does it. */
export function SearchForm({ children }: { children: ReactNode }) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);

  // With scripts a whole account number is searched without an address.
  useEffect(() => form.current?.querySelector("input")?.removeAttribute("pattern"), []);

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    if (field === null) return;
    const open = (path: string) => router.push(path as Route);
    if (mayBeAccount(field.value))
      void import("#lib/browser/account-in-search").then(({ openAccount }) => openAccount(field, open));
    else open(`/transfers?${new URLSearchParams({ q: field.value })}`);
  }

  return (
    <form ref={form} action="/transfers" onSubmit={find}>
      {children}
    </form>
  );
}
