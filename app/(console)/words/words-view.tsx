"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { lazyPart } from "#components/ui/lazy-part";
import { PageLink } from "#components/ui/page-link";
import { Time } from "#components/ui/time";
import { wordsQuery } from "#lib/calls/word-calls";
import type { ServiceWords } from "#lib/contract/transfer/standing";
import { showInvisible } from "#lib/text/visible-text";
import { transfersWords } from "#lib/words/insight-words";
import { meaningName } from "./meaning-words";
import type { WordQuestion } from "./word-dialog";

const WordDialog = lazyPart(() => import("./word-dialog").then(({ WordDialog }) => WordDialog));

type Props = { initial: ServiceWords; mayTeach: boolean; timeZone: string };

export function WordsView({ initial, mayTeach, timeZone }: Props) {
  const { data } = useQuery({ ...wordsQuery, initialData: initial });
  const [asked, setAsked] = useState<WordQuestion>();
  // An object, and not its text: the focus moves again for the same sentence.
  const [told, setTold] = useState<{ sentence: string }>();
  const ask = (question: WordQuestion) => {
    setTold(undefined);
    setAsked(question);
  };
  return (
    <div className="space-y-4">
      <ActOutcome of={told}>
        {told !== undefined && <Notice kind="ok" title={told.sentence} isLive />}
      </ActOutcome>
      <Card isFlush title="Words that nobody knows">
        {data.unknown.length === 0 ? (
          <EmptyState title="None">We know every status word that the service has sent.</EmptyState>
        ) : (
          <ul className="border-t border-line text-[0.8125rem]/5">
            {data.unknown.map(({ word, transfers }) => (
              <li
                key={word}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line px-5 py-2.5 not-first:border-t"
              >
                <Word word={word} />
                <PageLink
                  href={word === "" ? "/attention?reason=update_unread" : "/attention?reason=unknown_word"}
                  className="text-link"
                >
                  Closes {transfersWords(transfers)}
                </PageLink>
                {mayTeach && (
                  <Button
                    size="small"
                    aria-haspopup="dialog"
                    className="ml-auto"
                    onClick={() => ask({ word })}
                  >
                    Say what it means…<span className="sr-only"> {nameOf(word)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        isFlush
        title="Words that an admin taught"
        action={
          mayTeach && (
            <Button size="small" aria-haspopup="dialog" onClick={() => ask({ word: undefined })}>
              Teach another word…
            </Button>
          )
        }
      >
        {data.taught.length === 0 ? (
          <EmptyState title="None">Every word is read as this dashboard knows it.</EmptyState>
        ) : (
          <ul className="border-t border-line text-[0.8125rem]/5">
            {data.taught.map(({ word, meaning, by, at }) => (
              <li
                key={word}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line px-5 py-2.5 not-first:border-t"
              >
                <Word word={word} />
                <span className="min-w-40 font-medium">{meaningName(meaning)}</span>
                <span className="text-muted">
                  <bdi>{showInvisible(by)}</bdi>, <Time at={at} timeZone={timeZone} />
                </span>
                {mayTeach && (
                  <span className="ml-auto flex gap-2">
                    <Button size="small" aria-haspopup="dialog" onClick={() => ask({ word, meaning })}>
                      Change…<span className="sr-only"> {nameOf(word)}</span>
                    </Button>
                    <Button
                      size="small"
                      aria-haspopup="dialog"
                      onClick={() => ask({ word, meaning: "as_before" })}
                    >
                      Take back…<span className="sr-only"> {nameOf(word)}</span>
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {asked !== undefined && (
        <Suspense>
          <WordDialog
            question={asked}
            onClose={() => setAsked(undefined)}
            onDone={(sentence) => {
              setAsked(undefined);
              setTold({ sentence });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Word({ word }: { word: string }) {
  return (
    <span className={`foreign-text min-w-52 ${word === "" ? "italic" : "font-mono"}`}>{nameOf(word)}</span>
  );
}

function nameOf(word: string): string {
  return word === "" ? "An update without a body" : showInvisible(word);
}
