import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressStaticFiles, makeStaticAnswer } from "./static-files.mjs";

const script = `${"console.log(1);".repeat(500)}`;
const folder = mkdtempSync(join(tmpdir(), "static-"));
mkdirSync(join(folder, "chunks"));
writeFileSync(join(folder, "chunks/page.js"), script);
const large = script.repeat(2);
writeFileSync(join(folder, "chunks/large.js"), large);
writeFileSync(join(folder, "chunks/large.css"), large);
writeFileSync(join(folder, "chunks/page.css"), "a{color:red}");
writeFileSync(join(folder, "font.woff2"), "not text");
writeFileSync(join(folder, "../beside.js.br"), "secret");
compressStaticFiles(folder);

const answer = makeStaticAnswer(folder);
const server = createServer((request, response) => {
  if (!answer(request, response)) response.writeHead(299).end("the framework");
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, "../beside.js.br"));
});

/** Asks with the path as it stands, which `fetch` would tidy up. */
async function ask(
  path: string,
  headers: Record<string, string> = { "accept-encoding": "br" },
  method = "GET",
) {
  const { port } = server.address() as AddressInfo;
  const asked = send({ host: "127.0.0.1", port, path, headers, method }).end();
  const [reply] = await once(asked, "response");
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) };
}

test("a script comes compressed, whole, for ever, and with the headers of every answer", async () => {
  const { status, headers, body } = await ask("/_next/static/chunks/page.js?v=1");
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(body.length).toBeLessThan(script.length / 10);
  expect(headers).toMatchObject({
    "content-type": "application/javascript; charset=UTF-8",
    "content-encoding": "br",
    "content-length": `${body.length}`,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  });
  const style = await ask("/_next/static/chunks/page.css", { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(style.headers["content-type"]).toBe("text/css; charset=UTF-8");
});

test("a large script asks to be compiled while it comes in, and a small one or a style does not", async () => {
  const { body } = await ask("/_next/static/chunks/large.js");
  expect(brotliDecompressSync(body).toString()).toBe(`//# allFunctionsCalledOnLoad\n${large}`);
  // What does not read the compression gets what was built.
  expect(readFileSync(join(folder, "chunks/large.js"), "utf8")).toBe(large);
  const style = await ask("/_next/static/chunks/large.css");
  expect(brotliDecompressSync(style.body).toString()).toBe(large);
});

test("whoever asks for the head alone gets no body", async () => {
  const { status, headers, body } = await ask(
    "/_next/static/chunks/page.js",
    { "accept-encoding": "br" },
    "HEAD",
  );
  expect([status, Number(headers["content-length"]) > 0, body.length]).toEqual([200, true, 0]);
});

test.each([
  ["another path", "/_next/static/chunks/other.js", undefined],
  ["a file that is not text", "/_next/static/font.woff2", undefined],
  ["a way out of the folder", "/_next/static/../beside.js", undefined],
  ["an encoded way out of the folder", "/_next/static/%2e%2e/beside.js", undefined],
  ["no compression", "/_next/static/chunks/page.js", {}],
  ["another compression", "/_next/static/chunks/page.js", { "accept-encoding": "gzip, brx" }],
  ["a refusal of it", "/_next/static/chunks/page.js", { "accept-encoding": "gzip, br;q=0" }],
  ["a part of a file", "/_next/static/chunks/page.js", { "accept-encoding": "br", range: "bytes=0-9" }],
])("the framework answers %s", async (_what, path, headers) => {
  const { status, body } = await ask(path, headers);
  expect([status, body.toString()]).toEqual([299, "the framework"]);
});
