"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, Suspense, useState } from "react";
import type { PayeeForm as Form } from "#components/payee/payee-form";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";

const PayeeForm = lazyPart(() => import("#components/payee/payee-form").then(({ PayeeForm }) => PayeeForm));

/** With what the transfer says. */
export function SavePayee({ start }: Required<Pick<ComponentProps<typeof Form>, "start">>) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setIsOpen(true)}>
        Save as payee
      </Button>
    );
  return (
    <div className="w-full">
      <Suspense>
        <PayeeForm
          start={start}
          onDone={(id) => router.push(`/payees/${id}`)}
          onClose={() => setIsOpen(false)}
        />
      </Suspense>
    </div>
  );
}
