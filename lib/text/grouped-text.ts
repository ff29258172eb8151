/** The caret counts characters from the left. */
export type TextAndCaret = { text: string; caret: number };

/**
 * Keeps the caret beside the same character when a text is grouped again. `mark` matches a separator; a forward deletion
 * moves the caret past it, so that the key never gets stuck.
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
