"use client";

import { useState } from "react";
import type { Transfer } from "#lib/contract/api";
import { describeStatus, sourceWords } from "#lib/words";

/** Tells a screen reader, once and politely, that the status has changed since the page was opened. */
export function StatusAnnouncement({ transfer }: { transfer: Transfer }) {
  const { word } = describeStatus(transfer);
  const [wordAtOpening] = useState(word);
  const [hasChanged, setHasChanged] = useState(false);
  if (word !== wordAtOpening && !hasChanged) setHasChanged(true);
  return (
    <p role="status" className="sr-only">
      {hasChanged ? `The status is now: ${word}. Source: ${sourceWords[transfer.statusSource]}.` : ""}
    </p>
  );
}
