"use client";

import { createContext, type ReactNode, Suspense, use, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import type { Payout, StatementLine } from "#lib/features/books/books-answers";
import type { ReceivedReason } from "#lib/transfer/received";

const MatchDialog = lazyPart(() => import("./match-dialog").then(({ MatchDialog }) => MatchDialog));
const TakeBackDialog = lazyPart(() =>
  import("./take-back-dialog").then(({ TakeBackDialog }) => TakeBackDialog),
);

/** `chosen`: the payout that is proposed for the line, and why it differs where that is known. */
type Asked =
  | { line: StatementLine; chosen?: Payout | undefined; reason?: ReceivedReason | null | undefined }
  | { matchId: string };
type Grounded = { id: string; ask: (asked: Asked) => void; tell: (sentence: string) => void };
const Ground = createContext<Grounded>({ id: "", ask: () => undefined, tell: () => undefined });

export const useGround = () => use(Ground);

/** Around the lists: rows come and go with what is done, the question and its outcome stay. */
export function AccountGround({ id, children }: { id: string; children: ReactNode }) {
  const { refresh } = useRefresh();
  const [asked, setAsked] = useState<Asked>();
  const [told, setTold] = useState<{ sentence: string }>();
  const tell = (sentence: string) => {
    setTold({ sentence });
    refresh();
  };
  const end = (sentence?: string) => {
    setAsked(undefined);
    if (sentence !== undefined) tell(sentence);
  };
  return (
    <Ground value={{ id, ask: setAsked, tell }}>
      <ActOutcome of={told} className="mb-4">
        {told !== undefined && <Notice kind="ok" title={told.sentence} isLive />}
      </ActOutcome>
      {children}
      <Suspense>
        {asked !== undefined && "line" in asked && <MatchDialog id={id} {...asked} onEnd={end} />}
        {asked !== undefined && "matchId" in asked && (
          <TakeBackDialog id={id} matchId={asked.matchId} onEnd={end} />
        )}
      </Suspense>
    </Ground>
  );
}

type MatchProps = Extract<Asked, { line: StatementLine }> & { children: string };

/** `children`: its name for a listener, which says of which line; the word on it is short. */
export function MatchButton({ children, ...asked }: MatchProps) {
  const { ask } = useGround();
  return (
    <Button
      size="small"
      className="whitespace-nowrap"
      aria-haspopup="dialog"
      aria-label={children}
      onClick={() => ask(asked)}
    >
      {asked.chosen === undefined ? "Find its payout…" : "By hand…"}
    </Button>
  );
}

export function TakeBackButton({ matchId, children }: { matchId: string; children: string }) {
  const { ask } = useGround();
  return (
    <Button
      size="small"
      variant="quiet"
      className="whitespace-nowrap"
      aria-haspopup="dialog"
      aria-label={children}
      onClick={() => ask({ matchId })}
    >
      Take back…
    </Button>
  );
}
