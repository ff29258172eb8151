import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Response } from "@playwright/test";

/** A secret in the shapes in which it could leave: as it is, encoded, reversed, or a good part of it. */
export function shapesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Base64 looks different at each of three offsets; the middle is the same whatever stands around it.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  const shapes = [
    secret,
    secret.slice(0, 16),
    secret.slice(-16),
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    bytes.toString("hex"),
    encodeURIComponent(secret),
    [...secret].reverse().join(""),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set([...shapes, ...shapes.map((shape) => shape.toLowerCase())])];
}

/** The names of the texts that hold the secret in any shape. */
export function findSecret(secret: string, texts: Record<string, string | Buffer>): string[] {
  const shapes = shapesOf(secret).map((shape) => Buffer.from(shape));
  return Object.entries(texts)
    .filter(([, text]) => shapes.some((shape) => Buffer.from(text).includes(shape)))
    .map(([name]) => name);
}

/** Keeps every answer that a browser gets, with its headers. */
export function keepAnswers(context: BrowserContext): () => Promise<Record<string, Buffer>> {
  const kept: Promise<[string, Buffer]>[] = [];
  context.on("response", (response) => kept.push(read(response)));
  return async () => Object.fromEntries(await Promise.all(kept));
}

async function read(response: Response): Promise<[string, Buffer]> {
  const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
  // A prefetch that was broken off, or a redirect, has no body to read.
  const body = await response.body().catch(() => Buffer.alloc(0));
  const name = `${response.request().method()} ${response.url()} ${kind(response)} ${Math.random()}`;
  return [name, Buffer.concat([Buffer.from(headers), body])];
}

function kind(response: Response): string {
  return response.headers()["content-type"]?.split(";")[0] ?? "";
}

/** The content of every file below a folder. */
export function readFiles(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file)]));
}
