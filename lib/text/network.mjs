// @ts-check
import ipaddr from "ipaddr.js";

/**
 * An IPv4 or IPv6 address in its one spelling, without a zone; `undefined` for what is none.
 *
 * @param {string} text
 */
export function readAddress(text) {
  // An IPv4 address of a connection usually comes so; the package would take three times as long for it.
  const bare = text.replace(/^::ffff:(?=\d+\.)|%.*$/gi, "");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/**
 * What one customer of a provider holds of the addresses: an IPv4 address whole, a /64 of IPv6.
 *
 * @param {string | null | undefined} text an address; whatever is none counts as one network
 */
export function networkOf(text) {
  const address = readAddress(text ?? "");
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? "unknown";
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}
