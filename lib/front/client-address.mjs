// @ts-check
import { readAddress } from "../text/network.mjs";

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
  const text = [...seen, direct].at(-1 - hops) ?? direct;
  const [, bare = text] = withPort.map((shape) => shape.exec(text)).find((found) => found !== null) ?? [];
  return readAddress(bare)?.toString() ?? direct;
}
