import type { QueryClient } from "@tanstack/react-query";
import { transferQuery } from "#lib/calls/queries";
import { formatPadded } from "#lib/money/format";
import { ticketSummary } from "#lib/words/transfer-text";
import type { Picked } from "./picked";
import { sumsOf } from "./sums";

export type CopyContext = { networks: Readonly<Record<string, string>>; isSandbox: boolean };

/** The same text as on the transfer's page. */
export async function messageAbout(
  id: string,
  client: QueryClient,
  { networks, isSandbox }: CopyContext,
): Promise<string> {
  const transfer = await client.fetchQuery(transferQuery(id));
  return ticketSummary(transfer, { networkName: networks[transfer.network] ?? transfer.network, isSandbox });
}

/** A line for each, with what finds it again. */
export function listOf(picked: readonly Picked[]): string {
  const count = `${picked.length} transfer${picked.length === 1 ? "" : "s"}, ${sumsOf(picked)}`;
  const rows = picked.map(
    ({ id, name, amount, token, word, stake }) =>
      // A line break inside a name must not forge another line.
      `- ${id}: ${formatPadded(amount)} ${token} to ${name.replace(/[\r\n\u2028\u2029]+/g, " ")}, ${word}, ${formatPadded(stake.amount)} ${stake.token} ${stake.word}`,
  );
  return [count, ...rows].join("\n");
}
