"use client";

import { Button, type ButtonLook } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";

type Props = {
  id: string;
  summary: string;
};

export function ShareButtons({ id, summary }: Props) {
  return (
    <>
      <CopyButton size="small" text={() => new URL(`/transfers/${id}`, window.location.origin).href}>
        Copy link
      </CopyButton>
      <CopyButton size="small" text={summary}>
        Copy summary for a ticket
      </CopyButton>
      <PrintButton>Print</PrintButton>
    </>
  );
}

export function PrintButton({ variant, children }: Pick<ButtonLook, "variant"> & { children: string }) {
  return (
    <Button variant={variant} size="small" onClick={() => window.print()}>
      {children}
    </Button>
  );
}
