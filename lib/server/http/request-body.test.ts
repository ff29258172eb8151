import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { maxBodyMs, readBytes, readJsonBody } from "./request-body";

const broken = () => new Error("aborted");
const bodies = {
  "as Node gives it": () => {
    const body = new Readable({ read: () => undefined });
    body.push('{"a":');
    setImmediate(() => body.destroy(broken()));
    return body as unknown as IncomingMessage;
  },
  "as the framework gives it": () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
      pull: (controller) => controller.error(broken()),
    }),
};

// Anything else would be logged as a failure of the server's.
it.each(Object.entries(bodies))(
  "says of a body that breaks off that the request is at fault: %s",
  async (_name, make) => {
    const headers = new Headers({ "content-type": "application/json" });
    const fault = { code: "invalid_request", status: 400 };
    const request = { method: "POST", url: "http://localhost/api/x", headers, body: make() };
    await expect(readJsonBody(request)).rejects.toMatchObject(fault);
    await expect(readBytes(make(), { keep: 10, read: 10, ms: maxBodyMs })).rejects.toMatchObject(fault);
  },
);
