"use client";

import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Download } from "#components/ui/icon";
import { lazyPart } from "#components/ui/lazy-part";
import type { TransferFilters } from "#lib/contract/transfer-list";

const ExportDialog = lazyPart(async () => (await import("./export-dialog")).ExportDialog);

type Props = { filters: TransferFilters; timeZone: string };

export function ExportButton({ filters, timeZone }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" data-keys="e" onClick={() => setIsOpen(true)}>
        <Download className="size-4" />
        <span className="max-sm:sr-only">Export</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog filters={filters} timeZone={timeZone} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
