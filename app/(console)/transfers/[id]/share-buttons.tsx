"use client";

import { Button } from "#components/ui/button";
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
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
