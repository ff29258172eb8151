import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type HeardCallback = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  json: { event: string; data: { transactionId: string; status: string } & Record<string, unknown> };
};
/** What the listener answers; `hang` never does. */
type ListenerAnswer = number | "hang" | { status: number; location: string };

/** A real HTTP server that hears callbacks, for one test. */
export async function listenForCallbacks(answerTo: (nth: number) => ListenerAnswer = () => 204) {
  const heard: HeardCallback[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = "", url: path = "", headers } = request;
    heard.push({ method, path, headers, text, json: JSON.parse(text) });
    const answer = answerTo(heard.length);
    if (answer === "hang") return;
    const { status, location } = typeof answer === "number" ? { status: answer, location: "" } : answer;
    response.writeHead(status, location === "" ? {} : { location }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callbacks/secret`,
    origin: `http://127.0.0.1:${port}`,
    heard,
    statuses: () => heard.map(({ json }) => json.data.status),
  };
}
