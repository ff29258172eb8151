import {
  answer,
  type Behaviour,
  cutShort,
  drip,
  flood,
  hang,
  reset,
} from "#lib/testing/service/faulty-service";

/** A way in which the service answers badly, and what a page then calls it. */
export type Fault = { name: string; behaviour: Behaviour; title: RegExp };

/** Text that must reach no page: the service's own markup. */
export const markup = "<h1>Gateway</h1><script>alert(1)</script>";
const html = { "content-type": "text/html" };

/** What can go wrong with a read of the service, apart from a service that is away. */
export const readFaults: Fault[] = [
  { name: "a reset connection", behaviour: reset, title: /The service cannot be reached/ },
  { name: "no answer", behaviour: hang, title: /did not answer in time/ },
  { name: "an answer that drips", behaviour: drip, title: /did not answer in time/ },
  {
    name: "401",
    behaviour: answer(401, '{"message":"Invalid API key"}'),
    title: /The service rejected the API key/,
  },
  { name: "403", behaviour: answer(403, '{"error":"Forbidden"}'), title: /The service rejected the API key/ },
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
  { name: "502 with {}", behaviour: answer(502, "{}"), title: /The service failed/ },
  { name: "200 with HTML", behaviour: answer(200, markup, html), title: /unusable|cannot be used/ },
  { name: "an empty 200", behaviour: answer(200, ""), title: /unusable|cannot be used/ },
  {
    name: "JSON that ends in the middle",
    behaviour: answer(200, '{"success":true,"quote":{"rate":1538.4'),
    title: /unusable|cannot be used/,
  },
  {
    name: "an answer cut short",
    behaviour: cutShort('{"success":true,'),
    title: /The service cannot be reached/,
  },
  {
    name: "wrong types",
    behaviour: answer(
      200,
      '{"success":true,"quote":{"rate":"NaN","output_amount":[],"fee":null},"message":1,"business":[]}',
    ),
    title: /unusable|cannot be used/,
  },
  { name: "a huge body", behaviour: flood(200_000_000), title: /unusable|cannot be used/ },
];

/** Every status by which an answer leads elsewhere. */
export const redirects = [301, 302, 303, 307, 308];
