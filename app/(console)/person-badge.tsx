"use client";

import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { type Person, roleWords } from "#lib/roles";
import { signOut } from "#lib/sign-in-calls";

/** Who is signed in, with the way to their account and out. */
export function PersonBadge({ person }: { person: Pick<Person, "name" | "role"> }) {
  const [state, setState] = useState<"rest" | "leaving" | "failed">("rest");

  async function leave() {
    setState("leaving");
    try {
      await signOut();
      // Loaded anew, so that nothing that was read stays in this window.
      window.location.assign("/login");
    } catch {
      setState("failed");
    }
  }

  return (
    <div className="space-y-1 px-2 text-[13px]/5">
      <p className="foreign-text">
        <Link href={"/account" as Route} className="text-link font-semibold" title="Your account">
          {person.name}
        </Link>
        <span className="text-muted"> · {roleWords[person.role].name}</span>
      </p>
      <Button size="small" onClick={leave} aria-disabled={state === "leaving" || undefined}>
        {state === "leaving" ? "Signing out" : "Sign out"}
      </Button>
      {state === "failed" && (
        <p role="alert" className="text-fail">
          You are still signed in: the dashboard did not answer. Try again.
        </p>
      )}
    </div>
  );
}
