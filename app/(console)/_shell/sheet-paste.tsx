"use client";

import { useEffect } from "react";
import { withoutSheetMarks } from "#lib/words/export/without-sheet-marks";

/** For every field of every page. */
export function SheetPaste() {
  useEffect(() => {
    document.addEventListener("paste", pasteWithoutMarks);
    return () => document.removeEventListener("paste", pasteWithoutMarks);
  }, []);
  return null;
}

const kinds: readonly string[] = ["text", "search", "tel", "url"];

/** An entry that was copied out of our CSV goes into a field without its apostrophe. */
function pasteWithoutMarks(event: ClipboardEvent): void {
  const field = event.target;
  if (event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
  if (field.readOnly || field.disabled || !kinds.includes(field.type)) return;
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  const text = withoutSheetMarks(pasted.trim());
  if (text === pasted.trim()) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste", data: text }));
}
