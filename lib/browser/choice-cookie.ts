import type { Theme } from "#lib/text/theme";

/** Keeps a choice for a year; `undefined` forgets it. A cookie, so that the server can draw the next page with it. */
export function keepChoice(name: string, value: string | undefined): void {
  const life = value === undefined ? "Max-Age=0" : "Max-Age=31536000";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing over plain http.
  document.cookie = `${name}=${value ?? ""}; Path=/; ${life}; SameSite=Lax`;
}

/** What is kept here under this name. */
export function readChoice(name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
}

/** At once, on this page. `undefined`: as the system is set. */
export function drawTheme(theme: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
}
