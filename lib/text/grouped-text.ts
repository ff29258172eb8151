/** A field's text and where the caret stands in it, counted in characters from the left. */
export type TextAndCaret = { text: string; caret: number };

/**
 * Keeps the caret beside the same character when a text is grouped anew. Takes the text before and after with the
 * caret before, and what counts as a mark between groups. After a forward deletion the caret passes a mark, so that
 * the key is never stuck before one.
 */
export function moveCaret(before: TextAndCaret, after: string, mark: RegExp, isForward = false): number {
  let left = [...before.text.slice(0, before.caret)].filter((character) => !mark.test(character)).length;
  let caret = 0;
  while (caret < after.length && left > 0) {
    if (!mark.test(after.charAt(caret))) left -= 1;
    caret += 1;
  }
  if (isForward && mark.test(after.charAt(caret))) caret += 1;
  return caret;
}
