import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { walletSilenceMs } from "#lib/transfer/funding";

type Funding = NonNullable<Transfer["funding"]>;
type Seen = Pick<Transfer, "deposit" | "amount" | "fromCurrency">;
/** `at` is when it was asked, as people read it; `now` is in milliseconds since 1970. */
type About = { networkName: string; at: string; now: number };

/** What a wallet's request means for everybody else. Its word is a claim: it never says that money arrived. */
export function fundingWords(
  { deposit, amount, fromCurrency }: Seen,
  { person, state, askedAt }: Funding,
  { networkName, at, now }: About,
): { title: string; sentences: string[] } {
  const whose = `${person}’s wallet`;
  const what = `${formatPadded(amount)} ${fromCurrency}`;
  const seen =
    deposit.label === "off"
      ? `This dashboard doesn’t watch this address on ${networkName}, so ask the service whether the deposit arrived.`
      : deposit.amount === null
        ? `It isn’t seen on ${networkName} yet.`
        : `A deposit is on ${networkName}, from another account.`;
  if (state === "sent")
    return { title: `${whose} says it sent ${what}. Do not send again.`, sentences: [seen] };
  if (state === "unsure")
    return {
      title: `${whose} may have sent ${what}. Do not send.`,
      sentences: [`Look in the wallet, asked ${at}.`, seen, "If nothing was sent, close the request."],
    };
  const silent = "No answer. The wallet may still show the request: refuse it there, then close the request.";
  const isSilent = !(Math.abs(now - Date.parse(askedAt)) < walletSilenceMs);
  return {
    title: `${whose} was asked to send ${what} ${at}. Do not send.`,
    sentences: [isSilent ? silent : "It hasn’t answered yet."],
  };
}
