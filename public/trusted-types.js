// The browser hands every script address to this policy before it loads it (the header says require-trusted-types-for).
// Only this server's own built files pass. Text as markup or as code has no rule here, so the browser refuses it.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL(text) {
    const url = new URL(text, location.href);
    // Given back as it came: a built file finds out by this very text which of the awaited ones it is.
    if (url.origin === location.origin && url.pathname.startsWith("/_next/static/")) return text;
    throw new TypeError("This script is not one of the dashboard's own.");
  },
});
