"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "#components/ui/button";
import { Disclosure } from "#components/ui/disclosure";
import { lazyPart } from "#components/ui/lazy-part";
import { focusLate } from "#lib/browser/late-focus";
import type { Asked } from "./use-wallet";

const RealPanel = lazyPart(() => import("./wallet-panel").then(({ WalletPanel }) => WalletPanel));
const SandboxPanel = lazyPart(() => import("./sandbox-panel").then(({ SandboxPanel }) => SandboxPanel));
const CloseFunding = lazyPart(() => import("./close-funding").then(({ CloseFunding }) => CloseFunding));

type Begun = {
  /** What was asked when it began: meanwhile the page asks for no deposit any more. */
  begun: Asked | undefined;
  setBegun: (asked: Asked | undefined) => void;
  opener: RefObject<HTMLDivElement | null>;
};
const Ground = createContext<Begun>({
  begun: undefined,
  setBegun: () => undefined,
  opener: { current: null },
});

/** Around the button, which goes with the address, and the panel, which outlives it. */
export function WalletGround({ children }: { children: ReactNode }) {
  const [begun, setBegun] = useState<Asked>();
  const opener = useRef<HTMLDivElement>(null);
  return <Ground value={{ begun, setBegun, opener }}>{children}</Ground>;
}

/** Beside the address that it sends to. */
export function PayFromWallet({ asked, children }: { asked: Asked; children: ReactNode }) {
  const { begun, setBegun, opener } = use(Ground);
  if (begun) return null;
  return (
    <div ref={opener} className="flex-1 [&>button]:w-full [&>button]:px-3 [&>button]:whitespace-nowrap">
      <Button onClick={() => setBegun(asked)}>{children}</Button>
    </div>
  );
}

type Props = {
  id: string;
  /** The request that lives. */
  fundingId: string | undefined;
  /** The wallet says that it sent: a notice has the news, and little is left to do here. */
  isSent: boolean;
  isSandbox: boolean;
};

/** Stays mounted while the page around it changes: a wallet that was asked still answers here. */
export function WalletFunding({ id, fundingId, isSent, isSandbox }: Props) {
  const { begun, setBegun, opener } = use(Ground);
  const [isClosing, setClosing] = useState(false);
  // An object, and not its text: the focus moves again for the same sentence.
  const [said, setSaid] = useState<{ sentence: string }>();
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone.
  useEffect(() => {
    if (said !== undefined) focusLate(place.current ?? opener.current?.querySelector("button"));
  }, [said, opener]);
  const leave = (sentence = "") => {
    setBegun(undefined);
    setClosing(false);
    setSaid({ sentence });
  };
  if (!fundingId && !begun && !said?.sentence) return null;
  const Panel = isSandbox ? SandboxPanel : RealPanel;
  const close = fundingId && !isClosing && (
    <Button
      size="small"
      onClick={() => {
        setSaid(undefined);
        setClosing(true);
      }}
    >
      Close this request
    </Button>
  );
  if (isSent && close && !begun && !said?.sentence)
    return (
      <div ref={place} tabIndex={-1} className="outline-none print:hidden">
        <Disclosure summary="The wallet’s request">{close}</Disclosure>
      </div>
    );
  return (
    <section
      aria-label="Browser wallet"
      className="rounded-xl border border-line bg-surface px-card pt-4 pb-5 print:hidden"
    >
      <h2 className="mb-3">Browser wallet</h2>
      <div ref={place} tabIndex={-1} className="space-y-3 outline-none">
        {said?.sentence && !begun && <p role="status">{said.sentence}</p>}
        <Suspense>
          {begun && <Panel {...begun} onLeave={() => leave()} />}
          {isClosing && fundingId && <CloseFunding id={id} fundingId={fundingId} onLeave={leave} />}
        </Suspense>
        {close}
      </div>
    </section>
  );
}
