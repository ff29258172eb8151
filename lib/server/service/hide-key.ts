/** Invariant: what a service sent is kept and shown without our key, however JSON writes it. */

/** Also finds the key where JSON escapes its characters (`\/`, `\u002f`). */
export function hideKey(text: string, key: string): string {
  const written = [...key].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const escaped = [...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("");
    return `(?:\\\\?${character.replace(/[^A-Za-z0-9]/, "\\$&")}|\\\\u${escaped})`;
  });
  return text.replace(new RegExp(written.join(""), "g"), "[API key]");
}
