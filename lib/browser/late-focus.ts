/**
 * The focus moves in the press that asks for it. Where it can only move later, once an answer or a part of the page has come,
 * it stays with a person who has gone on to write somewhere: otherwise what is typed would land in another field.
 */

/** The field that a person has entered or written in since the last press of anything else. */
let writing: EventTarget | null = null;

const isField = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");

function noteWriting(event: Event) {
  const { type, target } = event;
  if (type === "submit" || (type === "click" && !isField(target))) writing = null;
  else if (type === "keyup" && (event as KeyboardEvent).key !== "Tab") return;
  else if (type !== "click" && isField(target)) writing = target;
}

if (typeof document !== "undefined")
  for (const type of ["pointerdown", "keyup", "input", "compositionstart", "click", "submit"])
    document.addEventListener(type, noteWriting, true);

/** Whether a person has gone on to a field, which then keeps the focus. */
export function isWriting(): boolean {
  return writing !== null && writing === document.activeElement;
}

export function focusLate(place: HTMLElement | null | undefined): void {
  if (!isWriting()) place?.focus();
}
