// @ts-check
import { isIP, isIPv4, SocketAddress } from "node:net";

/** An address beside its port, as some proxies write it. */
const withPort = [/^"?\[([^\]]*)\](?::\d{1,5})?"?$/, /^"?([\d.]+):\d{1,5}"?$/];

/**
 * The address that the outermost proxy of one's own has seen, or the one that connected: also where that proxy wrote
 * something else than an address, which then gives nobody one of their own.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {number} hops
 */
export function addressOf(request, hops) {
  const direct = request.socket.remoteAddress ?? "";
  if (hops === 0) return direct;
  const seen = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return plainAddress([...seen, direct].at(-1 - hops) ?? direct) ?? direct;
}

/**
 * One spelling for each address, without a port; `undefined` for what is none.
 *
 * @param {string} text
 */
function plainAddress(text) {
  const [, bare = text] = withPort.map((shape) => shape.exec(text)).find((found) => found !== null) ?? [];
  const address = bare.replace(/%.*$/, "");
  if (isIP(address) !== 6) return isIPv4(address) ? address : undefined;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * What one customer of a provider holds of the addresses: an IPv4 address whole, a /64 of IPv6.
 *
 * @param {string} address as Node gives that of a connection
 */
export function networkOf(address) {
  const plain = plainAddress(address) ?? "";
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const [first = [], last = []] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const between = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...between, ...last].slice(0, 4).join(":");
}
