import { installShortcuts } from "#lib/browser/shortcuts";

/**
 * Runs in the browser before anything else of the app. Every script address is handed to this policy before it is loaded
 * (the header says require-trusted-types-for): only this server's own built files pass. Text as markup or as code has no
 * rule here, so the browser refuses it.
 */
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown;
};

function allowOwnScript(text: string): string {
  const url = new URL(text, location.href);
  // Given back as it came: a built file finds out by this very text which of the awaited ones it is.
  if (url.origin === location.origin && url.pathname.startsWith("/_next/static/")) return text;
  throw new TypeError("This script is not one of the dashboard's own.");
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", { createScriptURL: allowOwnScript });

installShortcuts();
