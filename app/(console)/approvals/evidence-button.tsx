"use client";

import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";

const EvidenceDialog = lazyPart(() =>
  import("./evidence-dialog").then(({ EvidenceDialog }) => EvidenceDialog),
);

/** For people who may read the audit log. */
export function EvidenceButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        File for an auditor…
      </Button>
      <Suspense>{isOpen && <EvidenceDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
