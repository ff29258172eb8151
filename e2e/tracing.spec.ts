import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { startDashboard } from "./support/dashboards/dashboard";

type Span = { traceId: string; name: string; attributes: { key: string; value: unknown }[] };
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

/** A receiver of traces. Gives what it was sent. */
async function startReceiver() {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      if (request.url === "/v1/traces") sent.push(JSON.parse(text) as Sent);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const parts = () => sent.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => JSON.stringify(sent),
    resources: () => parts().flatMap(({ resource }) => resource.attributes),
    spans: () => parts().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("traces name the route and the call to the service, and nothing of what was asked; the last leave at the stop", {
  tag: "@detail",
}, async () => {
  const receiver = await startReceiver();
  const dashboard = await startDashboard({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const token = "a-token-that-no-trace-may-hold-0123456789abc";
  const headers = { cookie: `session=${dashboard.session}` };
  await fetch(`${dashboard.url}/api/business`, { headers });
  await fetch(`${dashboard.url}/api/callbacks/${token}`, { method: "POST", body: "{}" });
  await fetch(`${dashboard.url}/api/transfers?q=${token}`, { headers });
  await fetch(`${dashboard.url}/transfers/${token}`, { headers });
  await dashboard.stop();
  const named = (name: string) => receiver.spans().filter((span) => span.name === name);
  const [page] = named("GET /api/business");
  const [call] = named("offramp business");
  expect(call?.traceId).toBe(page?.traceId);
  expect(call?.attributes).toContainEqual({ key: "offramp.result", value: { stringValue: "200" } });
  expect(named("POST /api/callbacks/[token]")).not.toEqual([]);
  expect(receiver.resources()).toContainEqual({
    key: "service.name",
    value: { stringValue: "offramp-dashboard" },
  });
  expect(receiver.text()).not.toContain(token);
  receiver.close();
});
