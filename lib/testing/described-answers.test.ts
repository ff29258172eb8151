import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { holdToDescription } from "./described-answers";

function json(body: object, status = 200): Response {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
}

function problem(status: number, code: string): Response {
  const said = { type: "about:blank", title: "A title", detail: "A sentence." };
  return json({ ...said, status, code, requestId: randomUUID() }, status);
}

const counts = { total: 0, batches: 0, reasons: [] };
const path = "/api/attention/counts";

it.each([
  ["what is described", path, json(counts)],
  ["a problem that is described", "/api/transfers", problem(400, "invalid_request")],
  ["an answer without a body", "/api/callbacks/[token]", new Response(null, { status: 204 })],
  ["the answer to a path that does not exist", "/api/[...path]", problem(404, "not_found")],
])("lets %s pass", async (_name, pattern, answer) => {
  await holdToDescription(pattern, "GET", answer);
});

it.each([
  ["a field too many", path, json({ ...counts, more: 1 })],
  ["a field too few", path, json({ total: 0 })],
  ["a field of another type", path, json({ ...counts, total: "0" })],
  ["a status that is not described", path, json(counts, 201)],
  ["a type that is not described", path, new Response(JSON.stringify(counts))],
  ["a problem of another status", path, problem(404, "not_found")],
  ["a problem that this path does not have", "/api/transfers", problem(400, "invalid_json")],
  ["a header too few", "/api/banks", json([])],
  ["a body where none is described", "/api/callbacks/[token]", new Response("{}", { status: 429 })],
])("does not let %s pass", async (_name, pattern, answer) => {
  await expect(holdToDescription(pattern, "GET", answer)).rejects.toThrow(/descri|lacks|is not/);
});
