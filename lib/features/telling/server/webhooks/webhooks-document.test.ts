import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { eventKinds } from "#lib/contract/outbox/event-kinds";
import { mostEndpoints, overlapHours } from "#lib/features/telling/webhooks";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { newSecret } from "./endpoint-secret";
import { restsAt } from "./schedule";
import { signedHeaders } from "./sign";

const text = readFileSync(join(root, "docs/webhooks.md"), "utf8");
const sampleOf = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(text)?.[1] ?? "";

type Sample = { readWebhook: (secret: string, headers: Record<string, string>, body: string) => unknown };

it("has the kinds and the numbers of the code", () => {
  const kinds = [...text.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual([...eventKinds]);
  for (const words of [
    `At most ${mostEndpoints} endpoints.`,
    `After ${restsAt} failures in a row`,
    `For ${overlapHours} hours each message is signed with both`,
  ])
    expect(text).toContain(words);
});

it("has a sample that takes what the dashboard signs, and nothing else", async () => {
  const file = join(temporaryFolder(), "sample.mjs");
  writeFileSync(file, sampleOf("js"));
  const { readWebhook } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Sample;
  const [old, present, foreign] = [newSecret(), newSecret(), newSecret()];
  const message = { id: "msg_1", body: JSON.stringify(JSON.parse(sampleOf("json"))) };
  const headers = signedHeaders(message, [present, old], Date.now());
  for (const secret of [old, present])
    expect(readWebhook(secret, headers, message.body)).toMatchObject({ type: "transfer.status_reported" });
  const wrong: [string, Record<string, string>, string][] = [
    [foreign, headers, message.body],
    [present, headers, `${message.body} `],
    [present, { ...headers, "webhook-id": "msg_2" }, message.body],
    [present, { ...headers, "webhook-signature": "" }, message.body],
    [present, { ...headers, "webhook-timestamp": "" }, message.body],
    [present, signedHeaders(message, [present], Date.now() - 6 * 60_000), message.body],
    [present, signedHeaders(message, [present], Date.now() + 6 * 60_000), message.body],
  ];
  for (const [secret, given, body] of wrong) expect(() => readWebhook(secret, given, body)).toThrow();
});
