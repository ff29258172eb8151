import type { QueryClient } from "@tanstack/react-query";
import { transferQuery } from "#lib/calls/queries";
import { formatPadded } from "#lib/money/format";
import { ticketSummary } from "#lib/words/transfer-text";
import { questionText } from "#lib/words/trouble/question";
import { troubleOf } from "#lib/words/trouble/trouble";
import type { Picked } from "./picked";
import { sumsOf } from "./sums";

export type CopyContext = { networks: Readonly<Record<string, string>>; isSandbox: boolean };

/** The question to the service, as the transfer's page has it; where nothing is to be asked now, a summary. */
export async function messageAbout(
  id: string,
  client: QueryClient,
  { networks, isSandbox }: CopyContext,
): Promise<string> {
  const transfer = await client.fetchQuery(transferQuery(id));
  const context = { networkName: networks[transfer.network] ?? transfer.network, isSandbox };
  const question = troubleOf(transfer, context)?.question;
  return question === undefined
    ? ticketSummary(transfer, context)
    : questionText(transfer, question, context);
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
