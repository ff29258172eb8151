"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";

const PasswordForm = lazy(() =>
  import("./password-form").then(({ PasswordForm }) => ({ default: PasswordForm })),
);

export function PasswordCard({ name, email }: { name: string; email: string }) {
  const [state, setState] = useState<"closed" | "open" | "changed">("closed");
  const opener = useReturnedFocus<HTMLButtonElement>(state === "open");
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "changed") result.current?.focus();
  }, [state]);
  return (
    <Card title="Password">
      {state === "changed" && (
        <div ref={result} tabIndex={-1} className="mb-4 rounded-lg outline-none">
          <Notice kind="ok" title="Password changed" isLive>
            Your other sessions have ended.
          </Notice>
        </div>
      )}
      {state === "open" ? (
        <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
          <PasswordForm
            name={name}
            email={email}
            onDone={() => setState("changed")}
            onClose={() => setState("closed")}
          />
        </Suspense>
      ) : (
        <>
          <p className="text-muted">
            A new password signs out all your other browsers, and anyone who used the old one.
          </p>
          <Button ref={opener} className="mt-4" onClick={() => setState("open")}>
            Change the password
          </Button>
        </>
      )}
    </Card>
  );
}
