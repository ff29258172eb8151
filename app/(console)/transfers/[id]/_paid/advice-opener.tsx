"use client";

import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { AdviceDialogProps } from "./advice-dialog";

const AdviceDialog = lazyPart(() => import("./advice-dialog").then(({ AdviceDialog }) => AdviceDialog));

export function AdviceOpener(props: Omit<AdviceDialogProps, "onClose">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {/* Under its heading one word says it, and three buttons fit in a row. */}
        Send<span aria-hidden>…</span>
        <span className="sr-only"> the advice…</span>
      </Button>
      {isOpen && (
        <Suspense>
          <AdviceDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
