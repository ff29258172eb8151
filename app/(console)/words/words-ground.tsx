"use client";

import { type ComponentProps, createContext, type ReactNode, Suspense, use, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import type { WordQuestion } from "./word-dialog";

const WordDialog = lazyPart(() => import("./word-dialog").then(({ WordDialog }) => WordDialog));

const Ground = createContext<(question: WordQuestion) => void>(() => undefined);

/** Around the lists, which the server draws again after each act. */
export function WordsGround({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<WordQuestion>();
  const [told, setTold] = useState<ReactNode>();
  const { refresh } = useRefresh();
  const show = (question?: WordQuestion, outcome?: ReactNode) => {
    setAsked(question);
    setTold(outcome);
    if (outcome) refresh();
  };
  return (
    <Ground value={show}>
      <ActOutcome of={told}>{told}</ActOutcome>
      {children}
      <Suspense>
        {asked && <WordDialog question={asked} onLeave={(outcome) => show(undefined, outcome)} />}
      </Suspense>
    </Ground>
  );
}

export function WordButton({
  question,
  ...look
}: ComponentProps<typeof Button> & { question: WordQuestion }) {
  const ask = use(Ground);
  return <Button size="small" aria-haspopup="dialog" onClick={() => ask(question)} {...look} />;
}
