import { request as send } from "node:http";
import { connect } from "node:net";
import { type Dashboard, startDashboard } from "./support/dashboards/dashboard";
import { expect, test } from "./support/dashboards/test";

/** Empty, like the one that it is compared with. */
test.use({ ownDashboard: "direct" });

type Answer = { status: number; headers: Record<string, unknown>; body: string; vary: string | undefined };
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** What differs from answer to answer, or is a matter of how it is carried. */
const carried = [
  "date",
  "age",
  "x-fetched-at",
  "x-request-id",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
];

function ask(address: string, { method = "GET", headers = {}, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(address, { method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        const given: Record<string, unknown> = { ...reply.headers };
        const vary = reply.headers.vary;
        for (const name of [...carried, "vary"]) delete given[name];
        const text = Buffer.concat(chunks)
          .toString()
          .replace(/"(requestId|quotedAt|checkedAt|rate|outputAmount)":"[^"]*"/g, "");
        resolve({ status: reply.statusCode ?? 0, headers: given, body: text, vary });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

const quote = '{"amount":"12.50","asset":"base:usdc"}';
const json = { "content-type": "application/json" };
const asked: Record<string, [path: string, asked: Asked, status: number]> = {
  "a quote": ["/api/quote", { method: "POST", headers: json, body: quote }, 200],
  "a quote that is no JSON": ["/api/quote", { method: "POST", headers: json, body: "{" }, 400],
  "a quote of another type": ["/api/quote", { method: "POST", body: quote }, 415],
  "a quote with wrong fields": ["/api/quote", { method: "POST", headers: json, body: '{"amount":"x"}' }, 422],
  "a quote without end": ["/api/quote", { method: "POST", headers: json, body: "x".repeat(300_000) }, 413],
  "a quote from another site": [
    "/api/quote",
    { method: "POST", headers: { ...json, origin: "https://evil.example" }, body: quote },
    403,
  ],
  "a quote of nobody": ["/api/quote", { method: "POST", headers: { ...json, cookie: "" }, body: quote }, 401],
  "the banks": ["/api/banks?country=NG", {}, 200],
  "the banks of no country": ["/api/banks?country=NG&country=GH", {}, 400],
  "the business": ["/api/business", {}, 200],
  "the business under another name": ["/api/business", { headers: { host: "evil.example" } }, 403],
  "what needs attention": ["/api/attention/counts", {}, 200],
  "a transfer that is not there": ["/api/transfers/none", {}, 404],
  "a transfer without a key": ["/api/transfers", { method: "POST", headers: json, body: "{}" }, 422],
  "the payees": ["/api/payees", {}, 200],
  "a payee that is not there": ["/api/payees/none", {}, 404],
  "the figures of a year": ["/api/insight?range=12m", {}, 200],
  "a wrong sign-in": [
    "/api/auth/sign-in/email",
    { method: "POST", headers: json, body: '{"email":"nobody@example.com","password":"not this one"}' },
    401,
  ],
  "an export that is not confirmed": [
    "/api/transfers/export",
    { method: "POST", headers: json, body: '{"format":"csv"}' },
    200,
  ],
  "a payer's link of nobody": [`/api/pay/${"a".repeat(43)}`, {}, 404],
  "the logo of nobody": ["/api/letterhead/logo", {}, 404],
  "a callback of nobody": [`/api/callbacks/${"a".repeat(43)}`, { method: "POST", body: "{}" }, 404],
};

/** Their answers have headers of their own. */
const ofFramework = /^\/api\/(letterhead\/logo|pay\/)/;

test("what is answered without the framework is answered as by the framework", { tag: "@detail" }, async ({
  dashboard,
}) => {
  // Where requests are traced, the framework answers all of them.
  const traced = await startDashboard({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  try {
    for (const [what, [path, given, status]] of Object.entries(asked)) {
      const answerOf = ({ url, storageState }: Dashboard) => {
        const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
        return ask(url + path, { ...given, headers: { cookie, origin: url, ...given.headers } });
      };
      const behind = await answerOf(traced);
      const directly = await answerOf(dashboard);
      const isFrameworks = ({ vary }: Answer) => vary?.includes("rsc") === true;
      expect([isFrameworks(behind), isFrameworks(directly)], what).toEqual([true, ofFramework.test(path)]);
      expect(directly.status, what).toBe(status);
      expect({ ...directly, vary: "" }, what).toEqual({ ...behind, vary: "" });
    }
  } finally {
    await traced.stop();
  }
});

test("a long answer is compressed for whoever takes that", async ({ request }) => {
  const take = (encoding: string) =>
    request.get("/api/banks?country=NG", { headers: { "accept-encoding": encoding } });
  const [plain, small] = [await take("identity"), await take("gzip, deflate, br")];
  expect([plain.headers()["content-encoding"], small.headers()["content-encoding"]]).toEqual([
    undefined,
    "gzip",
  ]);
  expect(Number(small.headers()["content-length"])).toBeLessThan(
    Number(plain.headers()["content-length"]) / 2,
  );
  expect(await small.json()).toEqual(await plain.json());
});

test("a connection serves on after a body that was not read to its end", async ({ dashboard }) => {
  const { port, host } = new URL(dashboard.url);
  const body = "x".repeat(300_000);
  const head = `Host: ${host}\r\nContent-Type: application/json`;
  // The one is answered before the body is read, the other while it is.
  for (const [path, status] of [
    ["/api/quote", "401"],
    ["/api/auth/sign-in/email", "413"],
  ]) {
    const socket = connect(Number(port), "localhost");
    let heard = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      heard += part;
    });
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.write(`GET /healthz HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
  }
});
