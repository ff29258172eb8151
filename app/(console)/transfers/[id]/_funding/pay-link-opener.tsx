"use client";

import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { PayLinkProps } from "./pay-link-panel";

const PayLinkPanel = lazyPart(() => import("./pay-link-panel").then(({ PayLinkPanel }) => PayLinkPanel));

export function PayLinkOpener(props: PayLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {props.hasLink ? "Change or end the link" : "Create a link"}
      </Button>
      {isOpen && (
        <Suspense>
          <PayLinkPanel {...props} />
        </Suspense>
      )}
    </>
  );
}
