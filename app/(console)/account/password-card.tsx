"use client";

import { lazy, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
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
  return (
    <Card title="Password">
      {state === "changed" && (
        <ActOutcome of={state} className="mb-4">
          <Notice kind="ok" title="Password changed" isLive>
            Your other sessions have ended.
          </Notice>
        </ActOutcome>
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
