import { readFileSync } from "node:fs";
import { join } from "node:path";
import next from "next";
import { root } from "./ensure-installed.mjs";
import { makeServer } from "./http-server.mjs";

/**
 * The server of the production build: one process, which a supervisor starts and stops. PORT and HOST say where it
 * listens, PROXY_HOPS how many proxies of one's own stand in front of it (default 0).
 */
const { PORT: port = "3000", HOST: host = "localhost", PROXY_HOPS: hopsText = "0" } = process.env;
if (!/^[0-9]$/.test(hopsText)) {
  console.error("The configuration cannot be used:\n  - PROXY_HOPS must be a whole number from 0 to 9.");
  process.exit(78);
}
const hops = Number.parseInt(hopsText, 10);
const stopLimitMs = 30_000;

// As the framework's own standalone server does it: the settings are those of the build, whose sources need not be here.
const built = JSON.parse(readFileSync(join(root, ".next/required-server-files.json"), "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(built.config);

const app = next({ dev: false, dir: root, hostname: host, port: Number.parseInt(port, 10) });
await app.prepare();

const server = makeServer(app.getRequestHandler(), { hops });
server.listen(Number.parseInt(port, 10), host);

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

/** Takes no new request, lets those under way end, and goes. */
function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), stopLimitMs).unref();
}
