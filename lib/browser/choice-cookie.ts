/** Keeps a choice for a year; `undefined` forgets it. A cookie, so that the server can draw the next page with it. */
export function keepChoice(name: string, value: string | undefined): void {
  const life = value === undefined ? "Max-Age=0" : "Max-Age=31536000";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing over plain http.
  document.cookie = `${name}=${value ?? ""}; Path=/; ${life}; SameSite=Lax`;
}
