"use client";

import { useEffect } from "react";
import { pasteWithoutMarks } from "#lib/browser/sheet-paste";

/** For every field of every page. */
export function SheetPaste() {
  useEffect(() => {
    document.addEventListener("paste", pasteWithoutMarks);
    return () => document.removeEventListener("paste", pasteWithoutMarks);
  }, []);
  return null;
}
