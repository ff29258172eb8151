"use client";

import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";

type Props = {
  id: string;
  /** What a ticket needs, as text. */
  summary: string;
};

/** The ways in which a transfer leaves this page. */
export function ShareButtons({ id, summary }: Props) {
  return (
    <>
      <CopyButton size="small" text={() => new URL(`/transfers/${id}`, window.location.origin).href}>
        Copy link
      </CopyButton>
      <CopyButton size="small" text={summary}>
        Copy summary for a ticket
      </CopyButton>
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
