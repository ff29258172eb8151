/**
 * Remembers a choice of this browser for a year; without a value it is forgotten. The server reads it back, so that the
 * next page comes as it was chosen from its first byte.
 */
export function keepChoice(name: string, value: string | undefined): void {
  const life = value === undefined ? "Max-Age=0" : "Max-Age=31536000";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing over plain http.
  document.cookie = `${name}=${value ?? ""}; Path=/; ${life}; SameSite=Lax`;
}
