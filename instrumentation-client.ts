import { installShortcuts } from "#lib/browser/shortcuts";
import { keepTranslatedText } from "#lib/browser/translation/translated-text";

/**
 * Runs first in the browser. Trusted Types: a script may only come from this server's own build. Text as markup or code has
 * no rule here, so the browser refuses it.
 */
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown;
};

function allowOwnScript(text: string): string {
  const url = new URL(text, location.href);
  // Returned unchanged: a built file compares this text to know itself.
  if (url.origin === location.origin && url.pathname.startsWith("/_next/static/")) return text;
  throw new TypeError("This script is not one of the dashboard's own.");
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createScriptURL: allowOwnScript });

installShortcuts();
keepTranslatedText();
