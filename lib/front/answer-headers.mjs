// @ts-check
import { answerMark } from "../text/headers/answer-mark.mjs";

/** On every answer; the policy of a page, with its nonce, is set in lib/server/http/page-guard.ts. */
export const answerHeaders = {
  // A file is what its type says: no guessing text into script.
  "x-content-type-options": "nosniff",
  // An address here can name a transfer: no other site learns it.
  "referrer-policy": "no-referrer",
  // A window opened by another site shares nothing with ours.
  "cross-origin-opener-policy": "same-origin",
  // No other site embeds our files.
  "cross-origin-resource-policy": "same-origin",
  // For browsers that do not read frame-ancestors.
  "x-frame-options": "DENY",
  // Nothing here needs a sensor, a camera or a payment handler.
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()",
  // No name is looked up that the page does not ask for.
  "x-dns-prefetch-control": "off",
};

/** On every answer of this server. */
export const mark = { [answerMark.name]: answerMark.value };

/**
 * Ignored over plain http; over https the browser never goes back to http. For a year and this host alone, unless the operator
 * asks for more: other hosts of the domain may still speak http, and no browser can be told to forget it.
 *
 * @param {{ isForSubdomains: boolean }} options
 */
export function strictTransport({ isForSubdomains }) {
  return {
    "strict-transport-security": isForSubdomains ? "max-age=63072000; includeSubDomains" : "max-age=31536000",
  };
}

/** What no browser and no proxy may keep, or rewrite: a proxy once wrote links of its own into addresses. */
const notKept = "no-store, no-transform";

/**
 * Who may keep an answer. Only files are kept, as the framework says it: it would let the pages that it made when it was built
 * be kept for a year.
 *
 * @param {string} path
 * @param {unknown} given
 */
export function cacheControlOf(path, given) {
  const isFile = /^\/(_next\/static\/|favicon\.ico$|icon\.svg$)/.test(path);
  const text = typeof given === "string" ? given : "";
  if (text.includes("no-transform")) return text;
  return text !== "" && (isFile || text.includes("no-store")) ? `${text}, no-transform` : notKept;
}

/** On a picture that somebody has given us: opened by itself it runs nothing, loads nothing and has no origin. */
export const policyOfPicture = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/** On what is no page: should a browser show it as one, it can do nothing and stands in no frame. */
export const policyOfData = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
