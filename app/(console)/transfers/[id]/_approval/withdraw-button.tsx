"use client";

import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";

const WithdrawDialog = lazyPart(() =>
  import("./withdraw-dialog").then(({ WithdrawDialog }) => WithdrawDialog),
);

/** Takes the request back, after a second look. */
export function WithdrawButton({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Withdraw…
      </Button>
      {isOpen && (
        <Suspense>
          <WithdrawDialog id={id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
