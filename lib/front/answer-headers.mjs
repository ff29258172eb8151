// @ts-check
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
  // Ignored over plain http; over https the browser never goes back to http.
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};

/** On what is no page: should a browser show it as one, it can do nothing and stands in no frame. */
export const policyOfData = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
