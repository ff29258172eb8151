import ipaddr from "ipaddr.js";
import type { Fault } from "./env-values";

/** An address and how many of its bits count, as `match` of ipaddr.js takes it. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads WEBHOOK_ALLOW_NETWORKS, such as `10.1.0.0/16, fd00:1::/64`. */
export function readNetworks(text: string, fault: Fault): readonly Network[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const networks = parts.map(readNetwork);
  if (networks.some((network) => network === undefined))
    return fault("must be networks with their length, such as 10.1.0.0/16, separated by commas.");
  return networks as Network[];
}

function readNetwork(text: string): Network | undefined {
  const [address = ""] = text.split("/");
  // ipaddr.js also takes 10.1/16, which could be meant in two ways.
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isWhole && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}
