// @ts-check
import { performance } from "node:perf_hooks";
import { networkOf } from "../text/network.mjs";
import { mark } from "./answer-headers.mjs";

/**
 * What is known of one connection: the answers that are under way, the request that came last, how much had been read
 * when it began, how much the client has taken, and when something last moved.
 *
 * @typedef {{
 *   responses: Set<import("node:http").ServerResponse>,
 *   request: import("node:http").IncomingMessage | undefined,
 *   bodyFrom: number,
 *   sent: number,
 *   movedAt: number,
 * }} Life
 */

/** How many connections there may be, and for how many milliseconds nothing may move on one. */
export const connectionLimits = {
  maxConnections: 800,
  /** Behind a proxy of one's own all come from its address, so this one holds without a proxy alone. */
  maxConnectionsOfNetwork: 200,
  /** Requests on one connection that wait for their answers. */
  maxPipelined: 8,
  /** A little more than any reader of a body takes. */
  maxBodyBytes: 4_194_304,
  /** Read and thrown away of one that is refused, so that its sender comes to read why. */
  maxThrownAwayBytes: 33_554_432,
  /** While more connections than this are open, one that asks nothing is ended sooner. */
  manyConnections: 400,
  idleTimeout: 630_000,
  crowdedIdleTimeout: 75_000,
  stalledTimeout: 60_000,
  unansweredTimeout: 300_000,
  stopTimeout: 5_000,
  lookInterval: 1_000,
};

/**
 * Ends each connection on which nothing moves: whoever neither asks nor reads the answer, half-closed or not. What moves
 * is a request, an answer, or a part of one that was taken; bytes that ask nothing are none. A server that stops waits
 * for no such client.
 *
 * @param {import("node:http").Server} server
 * @param {typeof connectionLimits} limits
 * @param {{ isBehindProxy: boolean }} options
 * @returns {{ begin: import("node:http").RequestListener }} `begin` hears of each request.
 */
export function limitConnections(server, limits, { isBehindProxy }) {
  /** @type {Map<import("node:net").Socket, Life>} */
  const lives = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  server.maxConnections = limits.maxConnections;
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    /** @type {Life} */
    const life = {
      responses: new Set(),
      request: undefined,
      bodyFrom: 0,
      sent: 0,
      movedAt: performance.now(),
    };
    lives.set(socket, life);
    socket.once("close", () => {
      lives.delete(socket);
      const left = (counts.get(network) ?? 0) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
      // Node tells only the answer whose turn it was.
      for (const response of life.responses) if (response.socket === null) response.emit("close");
    });
    if (count > limits.maxConnectionsOfNetwork && !isBehindProxy)
      answerAndEnd(socket, "503 Service Unavailable", "Too many connections from this address.\n");
  });
  server.on("clientError", (error, socket) => {
    const hasAnswer = [...(lives.get(/** @type {any} */ (socket))?.responses ?? [])].some(
      (it) => it.headersSent,
    );
    const status = unreadable[/** @type {NodeJS.ErrnoException} */ (error).code ?? ""] ?? "400 Bad Request";
    if (socket.writable && !hasAnswer) socket.write(answerText(status));
    socket.destroy();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, life] of lives) {
      if (hasMoved(socket, life)) life.movedAt = now;
      const idleTimeout =
        lives.size > limits.manyConnections ? limits.crowdedIdleTimeout : limits.idleTimeout;
      const timeout = timeoutOf(socket, life, server, { ...limits, idleTimeout });
      if (now - life.movedAt > timeout || isFlooded(socket, life, limits)) socket.destroy();
    }
  }, limits.lookInterval).unref();
  server.once("close", () => clearInterval(timer));
  return { begin: (request, response) => begin(lives.get(request.socket), request, response, limits) };
}

/**
 * Answers without Node's help, and ends the connection.
 *
 * @param {import("node:net").Socket} socket
 * @param {string} status
 * @param {string} text
 * @param {string} headers
 */
export function answerAndEnd(socket, status, text = "", headers = "") {
  // Whoever has gone already is no failure.
  socket.on("error", () => undefined);
  socket.write(answerText(status, text, headers));
  socket.destroySoon();
}

/** What Node says of a request that it can't read; of any other, 400. */
/** @type {Record<string, string>} */
const unreadable = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * @param {string} status
 * @param {string} text
 * @param {string} headers
 */
function answerText(status, text = "", headers = "") {
  const all = Object.entries({ ...mark, connection: "close", "content-length": Buffer.byteLength(text) });
  return `HTTP/1.1 ${status}\r\n${headers}${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`;
}

/**
 * @param {Life | undefined} life
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {typeof connectionLimits} limits
 */
function begin(life, request, response, limits) {
  if (life === undefined) return;
  const move = () => {
    life.movedAt = performance.now();
  };
  move();
  life.request = request;
  life.bodyFrom = request.socket.bytesRead;
  life.responses.add(response);
  response.once("close", () => {
    move();
    life.responses.delete(response);
    if (life.request === request && request.complete) life.request = undefined;
  });
  if (life.responses.size > limits.maxPipelined) request.socket.destroy();
}

/**
 * Whether the client has taken something since the last look.
 *
 * @param {import("node:net").Socket} socket
 * @param {Life} life
 */
function hasMoved(socket, life) {
  const sent = socket.bytesWritten - socket.writableLength;
  const moved = sent !== life.sent;
  life.sent = sent;
  return moved;
}

/**
 * @param {import("node:net").Socket} socket
 * @param {Life} life
 * @param {import("node:http").Server} server
 * @param {typeof connectionLimits} limits
 */
function timeoutOf(socket, { responses, request }, server, limits) {
  const isStalled = socket.writableLength > 0;
  const isAsking = responses.size === 0 || request?.complete === false;
  if (!server.listening && (isStalled || isAsking)) return limits.stopTimeout;
  if (isStalled) return limits.stalledTimeout;
  return responses.size === 0 ? limits.idleTimeout : limits.unansweredTimeout;
}

/**
 * @param {import("node:net").Socket} socket
 * @param {Life} life
 * @param {typeof connectionLimits} limits
 */
function isFlooded(socket, { request, bodyFrom }, { maxThrownAwayBytes }) {
  return request?.complete === false && socket.bytesRead - bodyFrom > maxThrownAwayBytes;
}
