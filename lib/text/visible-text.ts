const escaped = (character: string) =>
  `\\u{${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}}`;

/**
 * Shows invisible, control and bidi characters as `\u{202E}`; line breaks and tabs stay. For evidence that a stranger sent.
 */
export function showInvisible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * The same on one line: line breaks and unusual blanks too. For IDs, addresses and terminals, which obey what they print.
 */
export function showExactly(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped);
}

/** The same for a text of several lines of our own. */
export function showLines(text: string): string {
  return text.split("\n").map(showExactly).join("\n");
}

/** Whether anything of a text is drawn. Some letters aren't. */
export function isSeen(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** The same with one sign for a control, such as `␁`, so that a long body doesn't grow eightfold. */
export function showBody(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are made visible.
  const drawn = text.replace(/(?![\n\r\t])[\u0000-\u001F]/g, (control) =>
    String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
  return showInvisible(drawn);
}

/** At most so many characters, the last of them then an ellipsis. None is cut in two: half of one is another on each screen. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}
