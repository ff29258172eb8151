import { text } from "node:stream/consumers";
import autocannon from "autocannon";

/**
 * Puts a load on a URL from a process of its own and prints what was measured as JSON. Standard input is JSON: `url`,
 * `connections`, `seconds`, `method`, `headers`, and `requests`: each with a `path` and a `body`, taken in turn; `{n}`
 * stands for a number that no other request has. `first`: others, for one second before that is not measured, since a
 * process that has just started is not yet compiled. Times are in milliseconds, and finer than autocannon's own table.
 */
const { url, connections, seconds, method, headers, requests, first } = JSON.parse(await text(process.stdin));
let number = Number(process.hrtime.bigint() % 1_000_000_000n) * 1000;
const times = [];
const statuses = {};
let taken = first ?? requests;
const next = (request) => {
  const { path, body } = taken[number % taken.length];
  number += 1;
  const fill = (text) => text?.replaceAll("{n}", String(number).padStart(12, "0"));
  const own = Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, fill(text)]));
  return { ...request, path: fill(path), body: fill(body), headers: own };
};
const load = { url, connections, requests: [{ method, setupRequest: next }] };
if (first !== undefined) await autocannon({ ...load, duration: 1 });
taken = requests;
const run = autocannon({ ...load, duration: seconds });
run.on("response", (_client, status, _bytes, ms) => {
  times.push(ms);
  statuses[status] = (statuses[status] ?? 0) + 1;
});
const { duration, errors, timeouts } = await run;
times.sort((a, b) => a - b);
const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const good = Object.entries(statuses).reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
const failed = times.length - good + errors + timeouts;
process.stdout.write(
  JSON.stringify({ p50: at(0.5), p99: at(0.99), perSecond: good / duration, failed, statuses }),
);
