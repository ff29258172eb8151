import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type HeardWebhook = {
  id: string;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  transferId: string;
  seq: number;
};
/** A status, or what writes the answer itself. */
type ReceiverAnswer = number | ((response: ServerResponse) => void | Promise<void>);

/** A real HTTP server that hears webhooks, for one test. */
export async function receiveWebhooks(answerTo: (heard: HeardWebhook) => ReceiverAnswer = () => 204) {
  const heard: HeardWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { transferId, seq } = JSON.parse(body).data;
    const one = {
      id: String(request.headers["webhook-id"]),
      path: request.url,
      headers: request.headers,
      body,
      transferId,
      seq,
    };
    heard.push(one);
    const answer = answerTo(one);
    if (typeof answer === "number") response.writeHead(answer).end("thanks");
    else await answer(response);
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, port, heard, connections: () => connections };
}
