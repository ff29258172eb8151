"use client";

import { useSecondsLeft } from "#lib/browser/use-seconds-left";
import { waitWords } from "#lib/words/refusal-words";

/** Counted down for the eye; a screen reader hears it once, and not every second. */
export function TryAgainIn({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds);
  return (
    <p className="font-medium">
      <span aria-hidden="true">
        {left > 0 ? `Try again in ${waitWords(left)}.` : "You can try again now."}
      </span>
      <span className="sr-only">
        {seconds > 0 ? `Try again in ${waitWords(seconds)}.` : "You can try again now."}
      </span>
    </p>
  );
}
