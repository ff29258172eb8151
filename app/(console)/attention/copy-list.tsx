"use client";

import { CopyButton } from "#components/ui/copy-button";
import { listedOn } from "./picked";

/** All that this page lists, as the rows say it. */
export function CopyList({ isOfMany }: { isOfMany: boolean }) {
  const list = async () => (await import("./copy-words")).listOf(listedOn(document.body));
  return (
    <CopyButton size="small" text={list}>
      {isOfMany ? "Copy this page" : "Copy list"}
    </CopyButton>
  );
}
