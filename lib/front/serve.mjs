// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import next from "next";
import { root } from "../build/ensure-installed.mjs";
import { inFairShares } from "./fair-shares.mjs";
import { limits, makeServer } from "./http-server.mjs";
import { makeStaticAnswer } from "./static-files.mjs";

/** The server of the production build, and of the sources with NODE_ENV=development: one process, which a supervisor stops. */
const stopLookMs = 100;
const idleMarginMs = 10_000;
const dev = process.env.NODE_ENV === "development";

// As the framework's own standalone server does it: the settings are those of the build, whose sources need not be here.
if (!dev) {
  const built = JSON.parse(readFileSync(join(root, ".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(built.config);
}

// Quiet: the framework would write a fault with its message, which can hold anything; instrumentation.ts logs it.
const [port, hostname] = [Number(process.env.PORT || 3000), process.env.HOST || "localhost"];
const app = next({ dev, quiet: !dev, dir: root, hostname, port });
/** @type {Promise<import("../server/config/offered").FrontSettings>} */
const judged = new Promise((resolve) => {
  globalThis.offrampOffered = { begin: resolve };
});
await app.prepare();
// The framework does not wait for the boot, which ends the process where the environment is bad.
const { proxyHops, stopLimitMs, keepAliveMs, isForSubdomains, ...address } = await judged;

/** What the build offers, once it has booted: one object on the process, which both sides know. */
const offered = () => globalThis.offrampOffered;
const answerFile = makeStaticAnswer(join(root, ".next/static"));
const answerPage = app.getRequestHandler();
const answerRest = inFairShares(
  (request, response, /** @type {Record<string, string>} */ guards) =>
    offered()?.answerDirectly?.(request, response, guards) ||
    (offered()?.guardPage?.(request, response, guards) && answerPage(request, response)),
  { askerOf: (cookie) => offered()?.askerOf?.(cookie) },
);
/** @param {string} url */
const methodsOf = (url) => offered()?.methodsOf?.(url);
const server = makeServer(
  (request, response, guards) => answerFile(request, response) || answerRest(request, response, guards),
  {
    hops: proxyHops,
    // Ours ends later than Node's, which says in the answer how long it is.
    given: { ...limits, keepAliveTimeout: keepAliveMs, idleTimeout: keepAliveMs + idleMarginMs },
    methodsOf,
    isDevelopment: dev,
    isForSubdomains,
  },
);
server.listen(address);

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

/** Takes no new connection, lets end what is under way, also where whoever asked has gone, and goes. */
function stop() {
  server.close(async () => {
    await offered()?.finish?.();
    process.exit(0);
  });
  // A connection that is kept alive becomes idle when its answer is out.
  setInterval(() => server.closeIdleConnections(), stopLookMs).unref();
  setTimeout(() => process.exit(0), stopLimitMs).unref();
}
