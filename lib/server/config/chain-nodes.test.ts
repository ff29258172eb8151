import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { ConfigurationError, readEnv } from "./env";

const live = { OFFRAMP_BASE_URL: "https://service.example/", OFFRAMP_API_KEY: "secret-value-123" };
const key = "k3y-0123456789abcdef";
const good = `https://node.example/v2/${key}`;

function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnv({ ...live, ...variables });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

const base = (setting: unknown) => JSON.stringify({ base: setting });
const aUrl =
  "CHAIN_NODES: each url must be https (http only on this machine), without a user name, password or fragment.";
const aShape =
  'CHAIN_NODES: give each network "urls", a list of one or two, and "headers" where it needs them.';
const aNetwork = (name: string) =>
  `CHAIN_NODES names ${name}, but OFFRAMP_ASSETS has no asset there that can be watched. An EVM or Tron asset needs contract, chainId and confirmations; a Solana asset needs contract.`;

describe("CHAIN_NODES", () => {
  it("names nodes by network, from the variable or from a file", () => {
    const text = base({ urls: [good, "http://127.0.0.1:8545"], headers: { "x-api-key": key } });
    const path = join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json");
    writeFileSync(path, `${text}\n`);
    for (const variables of [{ CHAIN_NODES: text }, { CHAIN_NODES_FILE: path }])
      expect(readEnv({ ...live, ...variables }).chainNodes).toEqual({
        base: { urls: [good, "http://127.0.0.1:8545"], headers: { "x-api-key": key } },
      });
    expect(readEnv(live).chainNodes).toEqual({});
    const solana = sandboxAssets.filter(({ network }) => network === "solana");
    const watched = { OFFRAMP_ASSETS: JSON.stringify(solana), CHAIN_NODES: text.replace("base", "solana") };
    expect(Object.keys(readEnv({ ...live, ...watched }).chainNodes)).toEqual(["solana"]);
    expect(readEnv({ CHAIN_NODES: text }).chainNodes, "the sandbox has a chain of its own").toEqual({});
  });

  it.each([
    ["no JSON", `{"base":"${key}`, "CHAIN_NODES is not valid JSON."],
    ["a list", `["${good}"]`, aShape],
    ["a text", `"${good}"`, aShape],
    ["no urls", base({}), aShape],
    ["a url that is no list", base({ urls: good }), aShape],
    ["an unknown field", base({ urls: [good], [key]: key }), aShape],
    ["headers that are a list", base({ urls: [good], headers: [key] }), aShape],
    ["an empty list", base({ urls: [] }), "CHAIN_NODES: name a url."],
    ["three urls", base({ urls: [good, good, good] }), "CHAIN_NODES: name at most two urls."],
    ["no url", base({ urls: [key] }), aUrl],
    ["http", base({ urls: [`http://node.example/${key}`] }), aUrl],
    ["a websocket", base({ urls: [`wss://node.example/${key}`] }), aUrl],
    ["a user name", base({ urls: [`https://${key}@node.example/`] }), aUrl],
    ["a password alone", base({ urls: [`https://:${key}@node.example/`] }), aUrl],
    ["a fragment", base({ urls: [`${good}#${key}`] }), aUrl],
    [
      "a header with a line break",
      base({ urls: [good], headers: { a: `${key}\r\nb: c` } }),
      "CHAIN_NODES: a header's value must be visible ASCII.",
    ],
    [
      "a header's name with a space",
      base({ urls: [good], headers: { [`${key} x`]: "1" } }),
      "CHAIN_NODES: a header's name has letters, digits and - only.",
    ],
    [
      "a header of the request's own",
      base({ urls: [good], headers: { "Content-Length": "1" } }),
      "CHAIN_NODES: leave out the headers that the dashboard sets itself.",
    ],
    ["a network without an asset", JSON.stringify({ moon: { urls: [good] } }), aNetwork("the network moon")],
    ["a url in a network's place", JSON.stringify({ [good]: { urls: [good] } }), aNetwork("a network")],
  ])("refuses %s in one sentence that repeats no value", (_name, text, sentence) => {
    const faults = faultsOf({ CHAIN_NODES: text });
    expect(faults).toEqual([sentence]);
    expect(faults.join()).not.toContain(key);
  });

  it("refuses a file that isn't there, and both at once", () => {
    expect(faultsOf({ CHAIN_NODES_FILE: `/nowhere/${key}` }).join()).toMatch(/^CHAIN_NODES_FILE /);
    expect(faultsOf({ CHAIN_NODES: base({ urls: [good] }), CHAIN_NODES_FILE: "/nowhere" })).toHaveLength(1);
  });
});
