/**
 * Makes characters visible that a screen would hide or obey: controls, invisible ones and those that turn the direction
 * of writing become `\u{202E}`. Line breaks and tabs stay. For what a stranger sent, shown as evidence.
 */
export function showInvisible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}}`;
  });
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
