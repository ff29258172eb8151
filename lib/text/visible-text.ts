const escaped = (character: string) =>
  `\\u{${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}}`;

/**
 * Makes characters visible that a screen would hide or obey: controls, invisible ones and those that turn the direction
 * of writing become `\u{202E}`. Line breaks and tabs stay. For what a stranger sent, shown as evidence.
 */
export function showInvisible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * Makes every character visible that is not seen as itself on one line, line breaks and blanks other than a plain space
 * too. For an ID, an address, and a line of a terminal, which obeys what it is sent.
 */
export function showExactly(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped);
}

/** The same for a text of several lines of our own. */
export function showLines(text: string): string {
  return text.split("\n").map(showExactly).join("\n");
}

/** Whether a text has anything that a screen draws: a letter, a digit, a sign. Some letters are drawn as nothing. */
export function isSeen(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * The same for a body of many bytes, where a control is one sign, such as `␁`: eight for each would make a page of what
 * fits into a callback.
 */
export function showBody(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are made visible.
  const drawn = text.replace(/(?![\n\r\t])[\u0000-\u001F]/g, (control) =>
    String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
  return showInvisible(drawn);
}
