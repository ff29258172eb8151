/**
 * Makes characters visible that a screen would hide or obey: controls, invisible ones and those that turn the direction
 * of writing become `\u{202E}`. Line breaks and tabs stay. For what a stranger sent, shown as evidence.
 */
export function showInvisible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}}`;
  });
}
