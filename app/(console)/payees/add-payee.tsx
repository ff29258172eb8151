"use client";

import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";

const PayeeForm = lazyPart(() => import("#components/payee/payee-form").then(({ PayeeForm }) => PayeeForm));

export function AddPayee() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useReturnedFocus<HTMLButtonElement>(isOpen);
  if (!isOpen)
    return (
      <Button ref={opener} variant="primary" onClick={() => setIsOpen(true)}>
        Add a payee
      </Button>
    );
  return (
    <Card title="New payee" className="max-w-2xl">
      <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
        <PayeeForm onDone={(id) => router.push(`/payees/${id}`)} onClose={() => setIsOpen(false)} />
      </Suspense>
    </Card>
  );
}
