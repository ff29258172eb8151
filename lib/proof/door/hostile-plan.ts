import fc from "fast-check";

/** What a hostile client sends on one connection, and how it behaves afterwards. */
export type HostilePlan = {
  text: string;
  /** In how many pieces the text is sent, and the pause before each. */
  pieces: number;
  pauseMs: number;
  /**
   * `read`: reads until the server ends the connection; `half`: closes its own side first; `reset`, `leave`: goes away
   * after a while; `hold`, `holdHalf`: stays, and reads nothing; `dribble`: stays, and sends bytes that ask nothing.
   */
  ending: "read" | "half" | "reset" | "leave" | "hold" | "holdHalf" | "dribble";
  leaveAfterMs: number;
};

const lines = (text: string) => text.trim().split("\n");
const methods = lines(
  `GET\nGET\nGET\nHEAD\nPOST\nPOST\nPOST\nPUT\nPATCH\nDELETE\nOPTIONS\nTRACE\nCONNECT\nPRI\nget\nXYZ\n@`,
);
const versions = [
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/2.0",
  "HTTP/0.9",
  "HTP/1.1",
  "",
];
const targets = lines(`
/
/login
/transfers
/transfers/new
/attention
/audit
/people
/payees
/insight
/webhooks
/webhooks/deliveries
/pay/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
/nowhere
/icon.svg
/healthz
/readyz
/metrics
/api/nowhere
/api/banks
/api/business
/api/quote
/api/transfers
/api/transfers/account
/api/transfers/changes
/api/transfers/choices
/api/transfers/sums
/api/transfers/export
/api/transfers/00000000-0000-4000-8000-000000000000
/api/transfers/00000000-0000-4000-8000-000000000000/fundings
/api/transfers/00000000-0000-4000-8000-000000000000/pay-link
/api/pay/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
/api/payees
/api/webhooks
/api/deliveries
/api/attention/counts
/api/hold
/api/hold/release
/api/audit
/api/openapi.json
/api/auth/list-sessions
/api/auth/sign-in/email
/api/callbacks/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
/api/%41
/api/%ff
/%ff
/%
/..%2f..%2fetc
/_next/static/chunks/none.js
/_next/image?url=%2F&w=1&q=1
/_next/data/x/login.json
/sandbox/x
/transfers?_rsc=abc
/api/transfers?limit=%00&limit=2
//evil.example/
http://evil.example/
evil.example:443
*
/\xff\xfe
/a b`);
const ofFramework = lines(`
RSC: 1
Next-Router-State-Tree: %5B
Next-Router-Prefetch: 1
Next-Action: x
Next-Resume: 1
X-Middleware-Subrequest: proxy:proxy:proxy:proxy:proxy
X-Matched-Path: /people
X-Invoke-Path: /people
X-Nextjs-Data: 1
X-Now-Route-Matches: 1=2
X-Prerender-Revalidate: x`);
const ofHttp = [
  "Connection: close",
  "Connection: keep-alive",
  "Connection: Upgrade",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==",
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
  "Upgrade: foo",
  "Connection: Upgrade\r\nUpgrade: foo",
  "Expect: 100-continue",
  "Expect: 200-ok",
  "Accept-Encoding: gzip, br",
  "Range: bytes=0-1",
  "If-None-Match: *",
  "TE: trailers",
  "Content-Type: application/json",
  "Content-Type: application/json",
  "Content-Type: multipart/form-data; boundary=x",
  "X-Forwarded-For: 1.2.3.4:5, [::1]:6, unknown",
  "Origin: null",
  "Sec-Fetch-Site: cross-site",
  "Cookie: session=\xff; =;;",
  "Accept: \x01",
  ": empty",
  "No colon here",
  "X : space",
];
const bodies = [
  "Content-Length: 0\r\n\r\n",
  "Content-Length: 2\r\n\r\n{}",
  'Content-Length: 100\r\n\r\n{"a":',
  "Content-Length: 9999999\r\n\r\n{",
  "Content-Length: -1\r\n\r\n",
  "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
  "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n",
  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
  "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
  `Transfer-Encoding: chunked\r\n\r\n2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  "Transfer-Encoding: identity\r\n\r\n{}",
];
const large = `Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${"x".repeat(65_536)}\r\n`.repeat(80)}`;

/** Requests of every kind, to be sent to a host; some of them with a session. */
export function hostilePlans(host: string, cookie: string): fc.Arbitrary<HostilePlan> {
  const hosts = [
    `Host: ${host}`,
    `Host: ${host}`,
    `Host: ${host}`,
    "",
    "Host:",
    "Host: \xff",
    `Host: a\r\nHost: b`,
  ];
  const header = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ofHttp) },
    { weight: 2, arbitrary: fc.constantFrom(...ofFramework) },
    { weight: 2, arbitrary: fc.constant(`Cookie: session=${cookie}\r\nOrigin: http://${host}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constant(`X: ${"x".repeat(17_000)}`) },
  );
  const body = fc.oneof(
    { weight: 6, arbitrary: fc.constant("\r\n") },
    { weight: 8, arbitrary: fc.constantFrom(...bodies) },
    { weight: 1, arbitrary: fc.constant(large) },
  );
  const request = fc
    .tuple(
      fc.constantFrom(...methods),
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...targets) }, { weight: 1, arbitrary: fc.string() }),
      fc.constantFrom(...versions),
      fc.constantFrom(...hosts),
      fc.array(header, { maxLength: 4 }),
      body,
    )
    .map(
      ([method, target, version, to, headers, end]) =>
        `${[`${method} ${target} ${version}`, to, ...headers].filter((line) => line !== "").join("\r\n")}\r\n${end}`,
    );
  const whole = fc.oneof(
    { weight: 10, arbitrary: request },
    { weight: 2, arbitrary: fc.array(request, { minLength: 2, maxLength: 4 }).map((all) => all.join("")) },
    { weight: 1, arbitrary: request.map((text) => text.slice(0, 2_000).repeat(30)) },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant("") },
  );
  return fc.record({
    text: fc
      .tuple(whole, fc.double({ min: 0, max: 4, noNaN: true }))
      .map(([text, part]) => text.slice(0, part < 1 ? text.length * part : undefined)),
    pieces: fc.constantFrom(1, 1, 1, 2, 5, 20),
    pauseMs: fc.constantFrom(0, 5, 100),
    // biome-ignore format: The weights stand in a row.
    ending: fc.constantFrom("read", "read", "read", "read", "half", "half", "reset", "reset", "leave", "leave", "hold", "holdHalf", "dribble"),
    leaveAfterMs: fc.nat(200),
  });
}
