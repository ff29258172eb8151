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
  const { deposit, amount } = transfer;
  return sumFigures({
    networkName,
    asked: amount,
    service: { amount: serviceSum(transfer), at: saidAt(transfer) },
    noService: wordsSaid(transfer).length === 0 ? "nothing yet" : "no amount",
    network: { amount: networkSum(transfer) ?? null, at: deposit.firstAt },
    noNetwork: depositWords[deposit.label].toLowerCase(),
    networkSource: deposit.label === "seen" ? confirmationWords(deposit) : "confirmed",
    isDiffering: transfer.standing.sources !== null,
  });
}

type Sum = { amount: Amount | null; at: string | null };
type Sums = {
  networkName: string;
  asked: Amount;
  service: Sum;
  noService: string;
  network: Sum;
  noNetwork: string;
  networkSource: string;
  isDiffering: boolean;
};

/** The three cells: what the service says, what the network shows, and the difference. */
export function sumFigures(sums: Sums): Figure[] {
  const { networkName, service, network } = sums;
  return [
    { term: "The service says", ...service, none: sums.noService, source: "its update" },
    { term: `${networkName} shows`, ...network, none: sums.noNetwork, source: sums.networkSource },
    between(sums),
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

function between({ asked, service, network, isDiffering }: Sums): Figure {
  const of = { source: `of ${formatPadded(asked)} asked`, at: null, isStake: true };
  if (isDiffering && service.amount !== null && network.amount !== null)
    return { term: "Between them", amount: apart(service.amount, network.amount), ...of };
  const sum = network.amount ?? service.amount;
  if (sum === null) return { term: "Missing", amount: null, ...of };
  const isLess = compareAmounts(sum, asked) < 0;
  return { term: isLess ? "Missing" : "Too much", amount: apart(sum, asked), ...of };
}

/** How far two sums are apart. */
export function apart(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) < 0 ? subtractAmounts(b, a) : subtractAmounts(a, b);
}
