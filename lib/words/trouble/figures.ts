import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { confirmationWords } from "../deposit/chain-words";
import { depositWords } from "../deposit/deposit-words";
import { wordsSaid } from "./said";

/** A sum with who names it. */
export type Figure = {
  term: string;
  /** `null`: this source has named none; then `none` says so. */
  amount: Amount | null;
  none?: string;
  /** From where, and when. */
  source: string;
  at: string | null;
  isStake?: boolean;
};

type Known = Pick<Transfer, "deposit" | "amount" | "arrivedAmount" | "standing">;

/** What the network shows in the transfer's token; `undefined` where it shows nothing. */
export function networkSum({
  deposit,
  standing,
}: Pick<Transfer, "deposit" | "standing">): Amount | undefined {
  return deposit.amount ?? standing.sources?.network ?? undefined;
}

/** What each source says arrived, and what stands between. */
export function figuresOf(transfer: TransferWithEvents, networkName: string): Figure[] {
  const network = networkSum(transfer);
  const service = serviceSum(transfer);
  const { deposit, amount } = transfer;
  return [
    {
      ...{ term: "The service says", amount: service, source: "its update", at: saidAt(transfer) },
      none: wordsSaid(transfer).length === 0 ? "nothing yet" : "no amount",
    },
    {
      term: `${networkName} shows`,
      amount: network ?? null,
      none: depositWords[deposit.label].toLowerCase(),
      source: deposit.label === "seen" ? confirmationWords(deposit) : "confirmed",
      at: deposit.firstAt,
    },
    between(transfer, service, network ?? null, amount),
  ];
}

function serviceSum({ arrivedAmount, standing }: Known): Amount | null {
  return standing.sources?.service ?? arrivedAmount;
}

/** When the service said how much arrived. */
function saidAt({ evidence }: TransferWithEvents): string | null {
  return (
    evidence.findLast(
      ({ kind, isQuarantined, arrived }) => kind === "callback" && !isQuarantined && arrived !== null,
    )?.at ?? null
  );
}

function between(transfer: Transfer, service: Amount | null, network: Amount | null, asked: Amount): Figure {
  const of = { source: `of ${formatPadded(asked)} asked`, at: null, isStake: true };
  if (transfer.standing.sources !== null && service !== null && network !== null)
    return { term: "Between them", amount: apart(service, network), ...of };
  const sum = network ?? service;
  if (sum === null) return { term: "Missing", amount: null, ...of };
  const isLess = compareAmounts(sum, asked) < 0;
  return { term: isLess ? "Missing" : "Too much", amount: apart(sum, asked), ...of };
}

/** How far two sums are apart. */
export function apart(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? subtractAmounts(b, a) : subtractAmounts(a, b);
}
