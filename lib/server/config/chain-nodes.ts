import * as z from "zod/mini";
import type { Asset } from "#lib/asset/asset";
import { isLoopbackHost } from "#lib/text/public-host";
import type { Fault } from "./env-values";

/** Invariant: no fault repeats an address or a header of a node: either may hold a key. */

/** How a network's nodes are reached; a second one checks the first. */
type NodeSetting = { urls: readonly string[]; headers: Readonly<Record<string, string>> };
/** By the network's name in the asset table. */
export type ChainNodes = Readonly<Record<string, NodeSetting>>;

const url = z.string().check(
  z.refine((text) => {
    const { protocol, hostname, username, password, hash } = URL.parse(text) ?? {};
    const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname ?? ""));
    return isSafe && username === "" && password === "" && hash === "";
  }, "each url must be https (http only on this machine), without a user name, password or fragment"),
);
/** They belong to the request itself. */
const ownHeaders = new Set(
  "accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade".split(
    " ",
  ),
);
const headers = z.record(
  z.string().check(
    z.regex(/^[\w-]{1,64}$/, "a header's name has letters, digits and - only"),
    z.refine(
      (name) => !ownHeaders.has(name.toLowerCase()),
      "leave out the headers that the dashboard sets itself",
    ),
  ),
  z.string().check(z.regex(/^[\x20-\x7e]{1,2048}$/, "a header's value must be visible ASCII")),
);
const Nodes = z.record(
  z.string(),
  z.strictObject({
    urls: z.array(url).check(z.minLength(1, "name a url"), z.maxLength(2, "name at most two urls")),
    headers: z._default(headers, {}),
  }),
);

/** Reads CHAIN_NODES, such as `{"base":{"urls":["https://node.example/key"]}}`. Gives `undefined` after naming each fault. */
export function readChainNodes(text: string, fault: Fault): ChainNodes | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fault("CHAIN_NODES is not valid JSON.");
  }
  const read = Nodes.safeParse(json);
  if (read.success) return read.data;
  // One a place: a second one follows from the first.
  const byPlace = new Map(read.error.issues.toReversed().map((issue) => [issue.path.join(), issue]));
  for (const message of new Set([...byPlace.values()].map(sentenceOf))) fault(`CHAIN_NODES: ${message}.`);
  return undefined;
}

/** The library's own sentences repeat keys. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const [inKey] = issue.code === "invalid_key" ? issue.issues : [];
  const { code, message } = inKey ?? issue;
  const isOurs = code === "custom" || code === "invalid_format" || code === "too_small" || code === "too_big";
  return isOurs
    ? message
    : 'give each network "urls", a list of one or two, and "headers" where it needs them';
}

/** What a network needs to be watched, in the rows of its assets. */
export function isWatchable({ addressFamily, chainId, confirmations, contract }: Asset): boolean {
  // Solana says itself which chain it is, and what is final.
  if (addressFamily === "solana") return contract !== undefined;
  const isRead = addressFamily === "evm" || addressFamily === "tron";
  return isRead && chainId !== undefined && confirmations !== undefined && contract !== undefined;
}

/** Names each network whose nodes could read nothing. */
export function judgeChainNodes(nodes: ChainNodes, assets: readonly Asset[], fault: Fault): void {
  for (const network of Object.keys(nodes))
    if (!assets.some((asset) => asset.network === network && isWatchable(asset)))
      fault(
        `CHAIN_NODES names ${nameOf(network)}, but OFFRAMP_ASSETS has no asset there that can be watched. An EVM or Tron asset needs contract, chainId and confirmations; a Solana asset needs contract.`,
      );
}

/** What looks like no name may be an address with its key, in the wrong place. */
function nameOf(network: string): string {
  return /^[\w-]{1,20}$/.test(network) ? `the network ${network}` : "a network";
}
