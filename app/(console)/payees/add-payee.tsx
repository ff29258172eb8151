"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";

const PayeeForm = lazyPart(() => import("#components/payee/payee-form").then(({ PayeeForm }) => PayeeForm));

/** `children`: what else adds payees, while the form is closed. */
export function AddPayee({ children }: { children?: ReactNode }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useReturnedFocus<HTMLButtonElement>(isOpen);
  if (!isOpen)
    return (
      <div className="flex flex-wrap gap-2">
        <Button ref={opener} variant="primary" onClick={() => setIsOpen(true)}>
          Add a payee
        </Button>
        {children}
      </div>
    );
  return (
    <Card title="New payee" className="max-w-2xl">
      <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
        <PayeeForm onDone={(id) => router.push(`/payees/${id}`)} onClose={() => setIsOpen(false)} />
      </Suspense>
    </Card>
  );
}
