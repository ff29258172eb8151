// @ts-check
import { performance } from "node:perf_hooks";
import { networkOf } from "../text/network.mjs";

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
  idleTimeout: 75_000,
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
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, life] of lives) {
      if (hasMoved(socket, life)) life.movedAt = now;
      if (now - life.movedAt > timeoutOf(socket, life, server, limits) || isFlooded(socket, life, limits))
        socket.destroy();
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
  const length = `content-length: ${Buffer.byteLength(text)}`;
  // Whoever has gone already is no failure.
  socket.on("error", () => undefined);
  socket.write(`HTTP/1.1 ${status}\r\n${headers}connection: close\r\n${length}\r\n\r\n${text}`);
  socket.destroySoon();
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
function isFlooded(socket, { request, bodyFrom }, { maxBodyBytes }) {
  return request?.complete === false && socket.bytesRead - bodyFrom > maxBodyBytes;
}
