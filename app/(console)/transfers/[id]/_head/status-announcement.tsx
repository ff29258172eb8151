"use client";

import { useState } from "react";

/** Tells a screen reader once, politely. */
export function StatusAnnouncement({ word, source }: { word: string; source: string }) {
  const [wordAtOpening] = useState(word);
  const [hasChanged, setHasChanged] = useState(false);
  if (word !== wordAtOpening && !hasChanged) setHasChanged(true);
  return (
    <p role="status" className="sr-only">
      {hasChanged ? `The status is now: ${word}. Source: ${source}.` : ""}
    </p>
  );
}
