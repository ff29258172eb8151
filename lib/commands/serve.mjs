import { createServer } from "node:http";
import next from "next";
import { root } from "./ensure-installed.mjs";

/**
 * The server of the production build: one process, which a supervisor starts and stops. PORT and HOST say where it
 * listens, PROXY_HOPS how many proxies of one's own stand in front of it (default 0).
 *
 * It writes where a request comes from itself: what a client says of that (X-Forwarded-For) would give whoever guesses
 * passwords a new address at will. It also ends connections that send their request too slowly.
 */
const { PORT: port = "3000", HOST: host = "localhost", PROXY_HOPS: hopsText = "0" } = process.env;
if (!/^[0-9]$/.test(hopsText)) {
  console.error("The configuration cannot be used:\n  - PROXY_HOPS must be a whole number from 0 to 9.");
  process.exit(78);
}
const hops = Number.parseInt(hopsText, 10);
const stopLimitMs = 30_000;

const app = next({ dev: false, dir: root, hostname: host, port: Number.parseInt(port, 10) });
await app.prepare();
const answer = app.getRequestHandler();

const limits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};
const server = createServer(limits, (request, response) => {
  request.headers["x-forwarded-for"] = addressOf(request);
  if (hops === 0)
    for (const name of [
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-port",
      "forwarded",
      "x-real-ip",
    ])
      delete request.headers[name];
  // Says to the framework that a rewrite of ours came first; nobody outside has a right to it.
  delete request.headers["x-middleware-subrequest"];
  void answer(request, response);
});
server.listen(Number.parseInt(port, 10), host);

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);

/** Takes no new request, lets those under way end, and goes. */
function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), stopLimitMs).unref();
}

/** The address that the outermost proxy of one's own has seen, or the one that connected. */
function addressOf(request) {
  const direct = request.socket.remoteAddress ?? "";
  if (hops === 0) return direct;
  const seen = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return [...seen, direct].at(-1 - hops) ?? direct;
}
