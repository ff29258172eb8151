import type { Socket } from "node:net";
import { buildConnector } from "undici";
import { ConnectionError, connectTo, type Way } from "./connect";

const keepAliveMs = 60_000;

/** Connects a pool of HTTP; with https the handshake is part of the limit. TLS 1.2 at least, whatever the process' own minimum is. */
export function connectorOf(way: Way): buildConnector.connector {
  const secure = buildConnector({ timeout: way.limitMs, minVersion: "TLSv1.2" });
  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const endsAt = performance.now() + way.limitMs;
    const isHttps = options.protocol === "https:";
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const port = Number(options.port || (isHttps ? 443 : 80));
    const socket = await connectTo({ host, port }, way);
    socket.setKeepAlive(true, keepAliveMs).setNoDelay(true);
    return isHttps ? shakeHands(secure, { ...options, httpSocket: socket }, endsAt) : socket;
  };
  return (options, callback) =>
    void connect(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
}

type Plain = buildConnector.Options & { httpSocket: Socket };

function shakeHands(secure: buildConnector.connector, options: Plain, endsAt: number): Promise<Socket> {
  const { hostname, httpSocket: plain } = options;
  const address = plain.remoteAddress ?? hostname;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      plain.destroy();
    }, endsAt - performance.now());
    secure(options, (...[error, connected]) => {
      clearTimeout(limit);
      if (error === null) return resolve(connected);
      const code = isLate ? "ETIMEDOUT" : "code" in error ? String(error.code) : "ECONNRESET";
      reject(new ConnectionError(hostname, code, [{ address, code }], { cause: error }));
    });
  });
}
