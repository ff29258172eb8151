"use client";

import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import type { Asked } from "./use-wallet";

const RealPanel = lazyPart(() => import("./wallet-panel").then(({ WalletPanel }) => WalletPanel));
const SandboxPanel = lazyPart(() => import("./sandbox-panel").then(({ SandboxPanel }) => SandboxPanel));
const CloseFunding = lazyPart(() => import("./close-funding").then(({ CloseFunding }) => CloseFunding));

type Props = {
  id: string;
  /** What a wallet is asked for, while a deposit is. */
  asked: Asked | undefined;
  /** The request that lives. */
  fundingId: string | undefined;
  isSandbox: boolean;
};

/** Stays mounted while the page around it changes: a wallet that was asked still answers here. */
export function WalletFunding({ id, asked, fundingId, isSandbox }: Props) {
  // What was asked when it began: meanwhile the page asks for no deposit any more.
  const [begun, setBegun] = useState<Asked>();
  const [isClosing, setClosing] = useState(false);
  const [said, setSaid] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone.
  useEffect(() => {
    if (said !== undefined) place.current?.focus();
  }, [said]);
  const leave = (sentence = "") => {
    setBegun(undefined);
    setClosing(false);
    setSaid(sentence);
  };
  if (!asked && !fundingId && !begun && !said) return null;
  const Panel = isSandbox ? SandboxPanel : RealPanel;
  return (
    <Card title="Browser wallet" className="print:hidden">
      <div ref={place} tabIndex={-1} className="space-y-3 outline-none">
        {said && <p role="status">{said}</p>}
        <Suspense>
          {begun && <Panel {...begun} onLeave={() => leave()} />}
          {isClosing && fundingId && <CloseFunding id={id} fundingId={fundingId} onLeave={leave} />}
        </Suspense>
        {asked && !begun && (
          <Button
            onClick={() => {
              setSaid(undefined);
              setBegun(asked);
            }}
          >
            Send from a browser wallet
          </Button>
        )}
        {fundingId && !isClosing && (
          <Button
            size="small"
            onClick={() => {
              setSaid(undefined);
              setClosing(true);
            }}
          >
            Close this request
          </Button>
        )}
      </div>
    </Card>
  );
}
