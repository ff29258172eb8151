// @ts-check
import { createServer } from "node:http";
import { answerHeaders, cacheControlOf, mark, policyOfData, strictTransport } from "./answer-headers.mjs";
import { addressOf } from "./client-address.mjs";
import { answerAndEnd, connectionLimits, limitConnections } from "./connection-limits.mjs";

/** How long and how large a request may be. A limit of time is looked at every `connectionsCheckingInterval`. */
export const limits = {
  ...connectionLimits,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep a connection that they may use again; what is idle is ended sooner where places are rare. */
  keepAliveTimeout: 620_000,
  maxHeaderSize: 16_384,
};

const guards = { ...answerHeaders, ...policyOfData };
/** What a page or a file offers: there is no form that posts to its own page. */
const ofPages = ["GET", "HEAD"];
/** What the framework knows. A path of our API offers some of them, see `methodsOf`. */
const ofPrograms = [...ofPages, "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
/** What a proxy may say of the client's side, when there is one of one's own. */
const forwarded = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded", "x-real-ip"];

/**
 * Makes the HTTP server in front of `answer`, which gets the headers of data beside each request. It writes where a
 * request comes from itself: what a client says of that (X-Forwarded-For) would give whoever guesses passwords a new
 * address at will. It ends connections that send their request too slowly, and refuses methods that a path does not offer,
 * with those that it does. Where it cannot listen it ends the process with 1.
 *
 * @param {(
 *   request: import("node:http").IncomingMessage,
 *   response: import("node:http").ServerResponse,
 *   guards: Record<string, string>,
 * ) => unknown} answer
 * @param {{
 *   hops?: number,
 *   given?: typeof limits,
 *   methodsOf?: (url: string) => readonly string[] | undefined,
 *   isDevelopment?: boolean,
 *   isForSubdomains?: boolean,
 * }} options `hops`: how many proxies of one's own stand in front; `methodsOf`: what a path of our API offers;
 *   `isDevelopment`: the framework's tools ask too, by methods and a socket of their own; `isForSubdomains`: browsers use https
 *   for all hosts below this one too
 */
export function makeServer(
  answer,
  {
    hops = 0,
    given = limits,
    methodsOf = () => undefined,
    isDevelopment = false,
    isForSubdomains = false,
  } = {},
) {
  /** @param {string} path */
  const isOfPrograms = (path) => isDevelopment || /^\/(api|sandbox)(\/|$)/.test(path);
  const ofAll = { ...mark, ...strictTransport({ isForSubdomains }) };
  const server = createServer(given, (request, response) => {
    const { method = "", url = "/" } = request;
    connections.begin(request, response);
    const path = pathOf(url);
    guardAnswer(response, path, ofAll);
    // A server that stops says so to a connection that still asks; the next request goes to another one.
    if (!server.listening) response.setHeader("connection", "close");
    const refusal = refusalOf(request, given.maxBodyBytes);
    if (refusal !== undefined) {
      // Ended at once, a connection takes the answer along of a client that still sends.
      response.writeHead(refusal, { ...guards, ...(refusal !== 413 && { connection: "close" }) }).end();
      return;
    }
    const offered = methodsOf(path) ?? (isOfPrograms(path) ? ofPrograms : ofPages);
    if (!offered.includes(method)) {
      response.writeHead(405, { ...guards, allow: offered.join(", ") }).end();
      return;
    }
    request.headers["x-forwarded-for"] = addressOf(request, hops);
    request.headers["x-connection-address"] = request.socket.remoteAddress ?? "";
    if (hops === 0) for (const name of forwarded) delete request.headers[name];
    // Says to the framework that a rewrite of ours came first; nobody outside has a right to it.
    delete request.headers["x-middleware-subrequest"];
    throwRestAway(request, response);
    void answer(request, response, guards);
  });
  const connections = limitConnections(server, given, { isBehindProxy: hops > 0 });
  // The framework puts a listener there which leaves open what it does not know. Without one, Node goes on with HTTP/1.1.
  server.on("newListener", (event, listener) => {
    if (event === "upgrade" && !isDevelopment) queueMicrotask(() => server.removeListener(event, listener));
  });
  server.on("connect", (_request, socket) =>
    answerAndEnd(
      /** @type {import("node:net").Socket} */ (socket),
      "405 Method Not Allowed",
      "",
      `allow: ${ofPages.join(", ")}\r\n`,
    ),
  );
  server.on("error", (error) => {
    if (server.listening) throw error;
    // The framework would log what nobody catches, and live on without a port.
    console.error(`The dashboard cannot start. It cannot listen there: ${error.message}`);
    process.exit(1);
  });
  return server;
}

/**
 * As the framework reads it: dots lead upwards, so that /api/../login is a page.
 *
 * @param {string} url
 */
function pathOf(url) {
  return URL.parse(`http://dashboard.internal${url}`)?.pathname ?? url;
}

/**
 * Sets what is on every answer, and who may keep it, when its head is written.
 *
 * @param {import("node:http").ServerResponse} response
 * @param {string} path
 * @param {Record<string, string>} ofAll
 */
function guardAnswer(response, path, ofAll) {
  for (const [name, value] of Object.entries(ofAll)) response.setHeader(name, value);
  const writeHead = response.writeHead.bind(response);
  // Node calls it too, for an answer whose head nobody wrote.
  response.writeHead = (/** @type {[number, ...any[]]} */ ...[status, ...rest]) => {
    const headers = Object(rest.at(-1));
    const given = headers["cache-control"] ?? response.getHeader("cache-control");
    return writeHead(status, { ...headers, "cache-control": cacheControlOf(path, given) });
  };
}

/**
 * The status of a request that nobody behind could answer; `undefined` for every other.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {number} maxBodyBytes
 */
function refusalOf({ url = "/", headers, rawHeaders }, maxBodyBytes) {
  // A whole address is for proxies; the framework would lead a browser to it.
  if (!url.startsWith("/") || !isText(url.split("?", 1)[0] ?? "")) return 400;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  // Whoever watches the server may still do so in HTTP/1.0, which knows no host.
  if (hosts > 1 || (hosts === 0 && !/^\/(healthz|readyz|metrics)(\?|$)/.test(url))) return 400;
  // A library that would rather speak HTTP/2 says so with each request, and is content with an answer in HTTP/1.1.
  if (headers.upgrade !== undefined && headers.upgrade.trim().toLowerCase() !== "h2c") return 400;
  return Number(headers["content-length"] ?? 0) > maxBodyBytes ? 413 : undefined;
}

/**
 * Whether it can be decoded; the framework answers a path that cannot with 500.
 *
 * @param {string} path
 */
function isText(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * What is left of a body when the answer is out must not keep the connection from its next request.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function throwRestAway(request, response) {
  response.once("finish", () => {
    // What nobody began to read Node throws away by itself.
    if (request.readableEnded || !request.readableDidRead) return;
    for (const event of ["data", "readable"]) request.removeAllListeners(event);
    // Node goes on with what flows only where somebody listens: it has to begin again.
    request.unpipe().pause().resume();
  });
}
