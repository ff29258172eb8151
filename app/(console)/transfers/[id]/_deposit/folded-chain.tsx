import type { Reading } from "#components/transfer/chain-line";
import { SummaryRow } from "#components/ui/summary-list";
import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import { lastRead } from "#lib/server/standing/deposit-facts";
import { formatDate } from "#lib/text/format-time";
import { chainWords, lastLook } from "#lib/words/deposit/chain-words";
import { ZonedTime } from "../zoned-time";

export async function readingOf(network: string): Promise<Reading | undefined> {
  const read = await lastRead(network);
  return read && { ...read, now: Date.now() };
}

/** Whether the network has no news: its card would say what the payment advice says. */
export function isFolded(transfer: Transfer): boolean {
  const { status, deposit, flags } = transfer;
  if (status !== "paid" || flags.includes("nodes_disagree")) return false;
  return (
    deposit.label === "off" || (deposit.label === "exact" && wordsOn(transfer, "").sentences.length === 0)
  );
}

type Props = { transfer: Transfer; networkName: string; timeZone: string };

/** What the network says of a transfer that has no card for it. */
export async function FoldedChain({ transfer, networkName, timeZone }: Props) {
  const { headline } = wordsOn(transfer, networkName);
  const look = lastLook(transfer.deposit, await readingOf(transfer.network));
  return (
    <SummaryRow term={`On ${networkName}`}>
      {headline}
      {look !== undefined && (
        <span className="block font-normal text-muted">
          {"endedAt" in look ? (
            `Not looked at since ${formatDate(look.endedAt, timeZone)}`
          ) : (
            <>
              Looked <ZonedTime at={look.reading.at} timeZone={timeZone} />
            </>
          )}
        </span>
      )}
    </SummaryRow>
  );
}

function wordsOn(transfer: Transfer, networkName: string) {
  const windowMs = env().depositWindowMs;
  return chainWords(transfer, {
    networkName,
    windowMs,
    isNetworkWatched: isNetworkWatched(transfer.network),
  });
}
