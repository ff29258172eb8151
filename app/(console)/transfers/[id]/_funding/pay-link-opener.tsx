"use client";

import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { PayLinkProps } from "./pay-link-panel";

const PayLinkDialog = lazyPart(() => import("./pay-link-panel").then(({ PayLinkDialog }) => PayLinkDialog));

type Props = PayLinkProps & {
  icon: ReactNode;
  /** What a link is, or which one is open. */
  children: ReactNode;
};

export function PayLinkOpener({ icon, children, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {icon}
        <span className="max-sm:sr-only">{props.hasLink ? "Shared with payer" : "Share with payer"}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <PayLinkDialog {...props} onClose={() => setIsOpen(false)}>
            {children}
          </PayLinkDialog>
        </Suspense>
      )}
    </>
  );
}
