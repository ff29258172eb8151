"use client";

import { Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { useRefresh } from "#lib/browser/refresh-page";
import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import { logoPath } from "#lib/contract/letterhead/logo-path";
import { Preview } from "./preview";

const LetterheadForm = lazyPart(() =>
  import("./letterhead-form").then(({ LetterheadForm }) => LetterheadForm),
);

type Props = { drawn: Letterhead; today: string };

/** As it stands on an advice, and the form that changes it. */
export function LetterheadCard({ drawn, today }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [saved, setSaved] = useState<Letterhead>();
  const opener = useReturnedFocus<HTMLButtonElement>(isOpen);
  const { refresh } = useRefresh();
  // What was saved here, until the server has drawn it or somebody else’s change.
  const letterhead = saved !== undefined && saved.version > drawn.version ? saved : drawn;
  function close(now?: Letterhead) {
    setIsOpen(false);
    setSaved(now);
    refresh();
  }
  return (
    <div className="max-w-248 space-y-4">
      <ActOutcome of={!isOpen && saved}>
        {!isOpen && saved !== undefined && (
          <Notice kind="ok" title="Saved" isLive>
            Each payment advice has it from now on. Of an SVG only plain shapes are kept: look at the logo
            below.
          </Notice>
        )}
      </ActOutcome>
      <Card
        title="On your payment advice"
        action={
          !isOpen && (
            <Button ref={opener} size="small" onClick={() => setIsOpen(true)}>
              Change
            </Button>
          )
        }
      >
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-120 rounded-lg" />}>
            <LetterheadForm letterhead={letterhead} today={today} onClose={close} />
          </Suspense>
        ) : (
          <Preview
            letterhead={letterhead}
            logo={letterhead.logo === null ? undefined : logoPath(letterhead.logo.hash)}
            date={today}
          />
        )}
      </Card>
    </div>
  );
}
