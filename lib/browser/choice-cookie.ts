import { themeCookie } from "#lib/text/theme";

/** What somebody chose in this browser: a cookie, so that the server can draw the next page with it. */

export const singleKeysCookie = "single-keys";

/** What stands on `<html>` for each choice: its value, and nothing without one. */
const drawn = { theme: themeCookie, singleKeys: singleKeysCookie };

/** Keeps a choice for a year, and draws it; `undefined` forgets it. */
export function keepChoice(name: string, value: string | undefined): void {
  const life = value === undefined ? "Max-Age=0" : "Max-Age=31536000";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing over plain http.
  document.cookie = `${name}=${value ?? ""}; Path=/; ${life}; SameSite=Lax`;
  drawChoices();
}

/** What the server drew before a choice can come after it, and would put back what stood there. */
export function drawChoices(): void {
  const { dataset } = document.documentElement;
  for (const [key, name] of Object.entries(drawn)) {
    const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];
    if (value === undefined) delete dataset[key];
    else dataset[key] = value;
  }
}
