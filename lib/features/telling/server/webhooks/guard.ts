import ipaddr from "ipaddr.js";
import { Agent, type buildConnector } from "undici";
import { mostEndpoints } from "#lib/features/telling/webhooks";
import { env } from "#lib/server/config/env";
import { connectorOf } from "#lib/server/outgoing/connector";
import { limitRate } from "#lib/server/outgoing/floods";
import { besideTheSystem, type Resolve } from "#lib/server/outgoing/names";
import { withinTime } from "#lib/server/tables/within-time";
import { readAddress } from "#lib/text/network.mjs";

/**
 * Invariant: no webhook reaches a private address that WEBHOOK_ALLOW_NETWORKS doesn't name, whatever a name leads to when
 * it is connected: literal hosts, each address of a name, and the connected peer are judged.
 */

const longestUrl = 2_048;
const connectMs = 5_000;
/** To one origin. Each endpoint tries eight at once, and those of one host must not wait for each other. */
const socketsAtOnce = 8 * mostEndpoints;
/** Of an answer 64 kB are read. */
const mostBytesASecond = 1_048_576;
/** All that the internet's registries give out. ipaddr.js calls some others unicast, such as ::7f00:1. */
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/** A connection that the guard has refused, or that it has seen lead elsewhere. */
export class GuardError extends Error {
  override readonly name = "GuardError";
  readonly code = "private_address";
}

/** Whether a webhook may go there, as far as can be said now; each connection is judged again. */
export async function judgeUrl(
  text: string,
  resolve: Resolve = besideTheSystem,
): Promise<{ url: URL } | { fault: string }> {
  const url = text.length <= longestUrl ? URL.parse(text.trim()) : undefined;
  if (url === undefined) return { fault: "The address is longer than 2,048 characters." };
  const allowsHttp = env().webhookNetworks.length > 0;
  if (url === null || (url.protocol !== "https:" && !(allowsHttp && url.protocol === "http:")))
    return { fault: "Enter an address that starts with https://, such as https://ledger.example/hooks." };
  if (url.username !== "" || url.password !== "")
    return { fault: "The address must not hold a user name or a password." };
  if (url.hash !== "" || text.includes("#")) return { fault: "The address must not have a part after #." };
  const host = bareHost(url.hostname);
  const found = await addressesOf(host, resolve);
  if (found === undefined)
    return { fault: `The name server gives no answer about ${host}. Check the address, and try again.` };
  if (found.length === 0) return { fault: `${host} can’t be found. Check the address.` };
  if (!found.every((address) => isReachable(address)))
    return { fault: `${host} leads to a private address.` };
  if (url.protocol === "http:" && !found.every(isAllowed))
    return { fault: "The address must start with https:// outside the networks in WEBHOOK_ALLOW_NETWORKS." };
  return { url };
}

/** `undefined` where nobody could say. */
async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[] | undefined> {
  if (readAddress(host) !== undefined) return [host];
  return withinTime(connectMs, resolve(host)).catch((error: { code?: unknown }) =>
    error.code === "ENOTFOUND" ? [] : undefined,
  );
}

/** What a webhook may reach: a public address, or one of the networks that are allowed. Other text is neither. */
function isReachable(address: string): boolean {
  return isPublic(address) || isAllowed(address);
}

function isPublic(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined || address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}

function isAllowed(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  return env().webhookNetworks.some(
    ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
  );
}

type Judge = (address: string) => boolean;

/** Connects to what the guard lets through: to the very addresses that it has judged. */
export function guardedAgent(resolve: Resolve = besideTheSystem): Agent {
  return new Agent({
    connections: socketsAtOnce,
    keepAliveTimeout: 4_000,
    connect: guardedConnector(resolve),
  });
}

/** Connects as a delivery would, and sends nothing. Rejects as it would. */
export function tryConnection({ protocol, hostname, host, port }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    guardedConnector(besideTheSystem)({ protocol, hostname, host, port }, (...[error, socket]) => {
      if (error !== null) return reject(error);
      socket.destroy();
      resolve();
    });
  });
}

function guardedConnector(resolve: Resolve): buildConnector.connector {
  const connectTo = (isFine: Judge) => connectorOf({ resolve: guarded(resolve, isFine), limitMs: connectMs });
  const connectors = { https: connectTo(isReachable), http: connectTo(isAllowed) };
  return (options, callback) => {
    const isHttps = options.protocol === "https:";
    const [connect, isFine] = isHttps ? [connectors.https, isReachable] : [connectors.http, isAllowed];
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (isFine(socket.remoteAddress ?? "")) {
        limitRate(socket, mostBytesASecond);
        return callback(null, socket);
      }
      socket.destroy();
      callback(new GuardError(), null);
    });
  };
}

/** One private address refuses the name: who answers so may answer otherwise the next moment. */
function guarded(resolve: Resolve, isFine: Judge): Resolve {
  return async (host) => {
    const addresses = readAddress(host) === undefined ? await resolve(host) : [host];
    if (addresses.length > 0 && addresses.every(isFine)) return addresses;
    throw new GuardError();
  };
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
