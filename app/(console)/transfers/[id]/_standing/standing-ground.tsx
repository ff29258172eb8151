"use client";

import { type ComponentProps, createContext, type ReactNode, Suspense, use, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import type { StandingAct, StandingTerms } from "./standing-dialog";

const StandingDialog = lazyPart(() =>
  import("./standing-dialog").then(({ StandingDialog }) => StandingDialog),
);

type Grounded = { ask: (act: StandingAct) => void; told: ReactNode };
const Ground = createContext<Grounded>({ ask: () => undefined, told: undefined });

/** Around the whole page: the button may go with its card, the question and its outcome stay. */
export function StandingGround({ terms, children }: { terms: StandingTerms; children: ReactNode }) {
  const [asked, setAsked] = useState<StandingAct>();
  const [told, setTold] = useState<ReactNode>();
  const show = (act?: StandingAct, outcome?: ReactNode) => {
    setAsked(act);
    setTold(outcome);
  };
  return (
    <Ground value={{ ask: show, told }}>
      {children}
      <Suspense>
        {asked && (
          <StandingDialog act={asked} terms={terms} onLeave={(outcome) => show(undefined, outcome)} />
        )}
      </Suspense>
    </Ground>
  );
}

/** Where the page tells what became of an act. */
export function StandingOutcome() {
  const { told } = use(Ground);
  return (
    <ActOutcome of={told} className="print:hidden">
      {told}
    </ActOutcome>
  );
}

export function StandingButton({ act, ...look }: ComponentProps<typeof Button> & { act: StandingAct }) {
  const { ask } = use(Ground);
  return <Button aria-haspopup="dialog" onClick={() => ask(act)} {...look} />;
}
