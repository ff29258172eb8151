"use client";

import { createContext, type ReactNode, Suspense, use, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button, type ButtonLook } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { StandingAct, StandingTerms } from "./standing-dialog";

const StandingDialog = lazyPart(() =>
  import("./standing-dialog").then(({ StandingDialog }) => StandingDialog),
);

/** What became of an act, as it is told above the transfer's news. */
export type Told = { kind: "info" | "warn"; title: string; detail?: string };

const Ground = createContext<{ ask: (act: StandingAct) => void; told: Told | undefined }>({
  ask: () => undefined,
  told: undefined,
});

/** Around the whole page: the button may go with its card, the question and its outcome stay. */
export function StandingGround({ terms, children }: { terms: StandingTerms; children: ReactNode }) {
  const [asked, setAsked] = useState<StandingAct>();
  const [told, setTold] = useState<Told>();
  // What was typed outlives a refusal: it is still true after a look.
  const [reason, setReason] = useState("");
  const ask = (act: StandingAct) => {
    setTold(undefined);
    setAsked(act);
  };
  const leave = (outcome?: Told) => {
    setAsked(undefined);
    setTold(outcome);
    if (outcome?.kind === "info") setReason("");
  };
  return (
    <Ground value={{ ask, told }}>
      {children}
      {asked !== undefined && (
        <Suspense>
          <StandingDialog act={asked} terms={terms} reason={reason} onReason={setReason} onLeave={leave} />
        </Suspense>
      )}
    </Ground>
  );
}

/** Where the page tells what became of an act. */
export function StandingOutcome() {
  const { told } = use(Ground);
  return (
    <ActOutcome of={told} className="print:hidden">
      {told !== undefined && (
        <Notice kind={told.kind} title={told.title} isLive>
          {told.detail}
        </Notice>
      )}
    </ActOutcome>
  );
}

export function useStandingAct() {
  return use(Ground).ask;
}

/** In the card that says why nobody is asked. */
export function OpenAgain({ variant }: Pick<ButtonLook, "variant">) {
  const ask = useStandingAct();
  return (
    <Button size="small" variant={variant} aria-haspopup="dialog" onClick={() => ask("open")}>
      Open again…
    </Button>
  );
}
