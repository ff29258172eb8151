import type { Transfer } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";

type Sources = NonNullable<Transfer["standing"]["sources"]>;

/** Both figures with their sources, wherever they don't agree. */
export function differingWords(
  { service, network }: Sources,
  { symbol, networkName = "The network" }: { symbol: string; networkName?: string },
): string {
  return `The service says ${formatExact(service)} ${symbol} arrived. ${networkName} shows ${formatExact(network)} ${symbol}.`;
}

/** For a row that has the token already. */
export function differingBrief({ service, network }: Sources): string {
  return `service says ${formatExact(service)}, network ${formatExact(network)}`;
}
