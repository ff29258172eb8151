import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of somebody else. It must never hear of the dashboard. */
export type Stranger = {
  url: string;
  connections: () => number;
  /** What was asked of it; a browser may connect ahead of a request that its page's policy then forbids. */
  requests: () => string[];
  close: () => Promise<void>;
};

/** Starts it on loopback, and counts every connection. */
export async function startStranger(): Promise<Stranger> {
  let connections = 0;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('{"success":true}');
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
