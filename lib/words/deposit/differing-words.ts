import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";

type Sources = NonNullable<Transfer["standing"]["sources"]>;

/** Both figures with their sources, wherever they don't agree. */
export function differingWords(
  { service, network }: Sources,
  { symbol, networkName = "The network" }: { symbol: string; networkName?: string },
): string {
  return `The service says ${formatPadded(service)} ${symbol} arrived. ${networkName} shows ${formatPadded(network)} ${symbol}.`;
}

/** For a row that has the token already. */
export function differingBrief({ service, network }: Sources): string {
  return `service says ${formatPadded(service)}, network ${formatPadded(network)}`;
}
