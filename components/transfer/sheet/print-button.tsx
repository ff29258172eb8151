"use client";

import type { ReactNode } from "react";
import { Button, type ButtonLook } from "#components/ui/button";

/** In a menu it closes the menu first. */
export function PrintButton({ variant, children }: Pick<ButtonLook, "variant"> & { children: ReactNode }) {
  return (
    <Button
      variant={variant}
      size="small"
      popoverTarget="more"
      popoverTargetAction="hide"
      onClick={() => window.print()}
    >
      {children}
    </Button>
  );
}
