import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Sandbox } from "./sandbox";

/** `close` ends open connections. */
export type SandboxServer = { baseUrl: string; close: () => Promise<void> };

/** Serves on the loopback address. Port 0 takes a free one. Rejects when the port is taken. */
export async function serveSandbox(sandbox: Sandbox, port: number): Promise<SandboxServer> {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        // Anything thrown closes the connection, as the scenarios ask.
        outgoing.destroy();
        throw error;
      }
    },
    { overrideGlobalObjects: false, errorHandler: () => undefined },
  );
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 15_000 }, listener);
  await listen(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}
