"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";

/** Searches without a full load; without script the form itself does it. */
export function SearchForm({ children }: { children: ReactNode }) {
  const router = useRouter();

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get("q") ?? "");
    router.push(`/transfers?${new URLSearchParams({ q: wanted })}` as Route);
  }

  return (
    <form action="/transfers" onSubmit={find}>
      {children}
    </form>
  );
}
