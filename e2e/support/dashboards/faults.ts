import { answer, type Behaviour, hang, reset } from "#lib/testing/service/faulty-service";

/** A way in which the service answers badly, and what a page then calls it. */
export type Fault = { name: string; behaviour: Behaviour; title: RegExp };

/** Text that must reach no page: the service's own markup. */
export const markup = "<h1>Gateway</h1><script>alert(1)</script>";
const html = { "content-type": "text/html" };

/**
 * What can go wrong with a read of the service, one of each kind that a page tells apart; apart from a service that is away.
 * Every shape of a bad answer, and its kind, is in `lib/server/service/offramp.test.ts`.
 */
export const readFaults: Fault[] = [
  { name: "a reset connection", behaviour: reset, title: /The service cannot be reached/ },
  { name: "no answer", behaviour: hang, title: /did not answer in time/ },
  {
    name: "401",
    behaviour: answer(401, '{"message":"Invalid API key"}'),
    title: /The service rejected the API key/,
  },
  {
    name: "403 for a business that is not active",
    behaviour: answer(403, '{"message":"Your business is suspended"}'),
    title: /The business is not active/,
  },
  {
    name: "429",
    behaviour: answer(429, '{"message":"Too many requests"}', { "retry-after": "60" }),
    title: /The service is limiting requests/,
  },
  { name: "500 with HTML", behaviour: answer(500, markup, html), title: /The service failed/ },
  { name: "200 with HTML", behaviour: answer(200, markup, html), title: /unusable|cannot be used/ },
];

/** Every status by which an answer leads elsewhere. */
export const redirects = [301, 302, 303, 307, 308];
