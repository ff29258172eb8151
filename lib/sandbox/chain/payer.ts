import { createHash, randomBytes } from "node:crypto";
import { type Amount, addAmounts, multiplyAmounts, roundAmount } from "#lib/money/money";
import { arrivedShares, longestLeadMs, maxPaymentsOfTransfer, reorgAfterMs } from "#lib/sandbox/choices";
import type { Store } from "#lib/sandbox/life/store";
import type { StoredTransfer } from "#lib/sandbox/life/transfers";
import { findScenario, type Payment } from "#lib/sandbox/scenarios";
import { type BlockClock, blockAfter, headAt, timeOfBlock } from "./blocks";
import { addLog, addReorg, countLogsOf, dropLogsAbove } from "./logs";
import { type Network, type Token, wireAddress } from "./networks";

/** Plays whoever funds a transfer. Its network's chain shows what it pays. */
export type Payer = {
  /** Before the step to `status` at `dueMs`, if that is where the transfer's payment belongs and nothing was paid. */
  plan: (transfer: StoredTransfer, status: string, times: { nowMs: number; dueMs: number }) => void;
  /** For a status that was set by hand: what was not yet sent is not sent, and a deposit that is reported is paid. */
  follow: (transfer: StoredTransfer, status: string) => void;
  /** In place of what was planned. Returns the transaction and its block, or the sentence that says why nothing can be paid. */
  pay: (transfer: StoredTransfer, asked: { share: Amount; isOther: boolean }) => Paid | string;
};
type Paid = { tx: string; block: number };

/** The statuses that say that a deposit was seen. */
const depositWords = new Set(["deposit_received", "underpaid", "overpaid", "paid_late"]);
const whole = "1" as Amount;

export function openPayer(store: Store, networks: ReadonlyMap<string, Network>, clock: BlockClock): Payer {
  /** Writes the payment's logs, the first one in the block that takes in what is sent at `atMs`. */
  function send(transfer: StoredTransfer, { parts, ...how }: Payment, atMs: number): Paid | string {
    const network = networks.get(transfer.network);
    if (network === undefined) return "the network has no chain in the sandbox";
    const token = tokenOf(network, transfer.from_currency, how.isOtherToken === true);
    if (token === undefined) return "the asset table names no contract to pay with";
    const amounts = unitsOfParts(transfer.amount, parts, token.decimals);
    if (amounts.some((units) => units === 0n)) return "the payment is less than the token's smallest unit";
    const first = { tx: newTx(), block: blockAfter(clock, atMs) };
    for (const [at, units] of amounts.entries()) {
      const isSame = at === 0 || how.isOneTransaction === true;
      const log = {
        network: network.name,
        ...(isSame ? first : { tx: newTx(), block: first.block + at }),
        contract: token.contract,
        from_address: payerOf(transfer),
        to_address: wireAddress(transfer.address, network.family),
        units: `${units}`,
        transactionId: transfer.transaction_id,
      };
      if (how.isReorganised === true) addReorganised(log);
      else addLog(store, log);
    }
    return first;
  }

  function addReorganised(log: Parameters<typeof addLog>[1]): void {
    const atMs = timeOfBlock(clock, log.block) + reorgAfterMs;
    addLog(store, { ...log, droppedBy: addReorg(store, log.network, log.block, atMs) });
    addLog(store, { ...log, block: blockAfter(clock, atMs) });
  }

  /** What the next block takes in was sent already, and stays. */
  function dropPlanned(transfer: StoredTransfer): void {
    dropLogsAbove(store, transfer.transaction_id, headAt(clock, clock.now()) + 1);
  }

  return {
    plan: (transfer, status, { nowMs, dueMs }) => {
      const payment = paymentBefore(transfer, status);
      if (payment === undefined || countLogsOf(store, transfer.transaction_id) > 0) return;
      const leadMs = Math.min(longestLeadMs, (dueMs - nowMs) / 2);
      // Each part has a block of its own, and the last one stands before the report.
      const blocksBetween = payment.isOneTransaction === true ? 0 : Math.max(0, payment.parts.length - 1);
      send(transfer, payment, Math.max(nowMs, dueMs - leadMs - blocksBetween * clock.blockMs));
    },
    follow: (transfer, status) => {
      dropPlanned(transfer);
      if (!depositWords.has(status) || countLogsOf(store, transfer.transaction_id) > 0) return;
      send(transfer, paymentOf(transfer, status), clock.now());
    },
    pay: (transfer, { share, isOther }) => {
      if (countLogsOf(store, transfer.transaction_id) >= maxPaymentsOfTransfer)
        return `the transfer has ${maxPaymentsOfTransfer} payments already`;
      const paid = send(transfer, { parts: [share], isOtherToken: isOther }, clock.now());
      // Who pays by hand is not paid for again.
      if (typeof paid !== "string") dropPlanned(transfer);
      return paid;
    },
  };
}

/** The payment that belongs before this status, if any does. */
function paymentBefore(transfer: StoredTransfer, status: string): Payment | undefined {
  const payment = paymentOf(transfer, status);
  return payment.before === status || (payment.before === undefined && depositWords.has(status))
    ? payment
    : undefined;
}

function paymentOf(transfer: StoredTransfer, status: string): Payment {
  const scenario = findScenario(transfer.account_name);
  const played = scenario?.kind === "plan" ? scenario.payment : undefined;
  return played ?? { parts: [arrivedShares[status] ?? whole] };
}

function tokenOf({ tokens }: Network, symbol: string, isOther: boolean): Token | undefined {
  return tokens.find((token) => (token.symbol === symbol) !== isOther);
}

/** Rounds the sums and not the parts, so that parts of the whole amount are the whole amount to the unit. */
function unitsOfParts(amount: Amount, parts: readonly Amount[], decimals: number): bigint[] {
  let share = "0" as Amount;
  let paid = 0n;
  return parts.map((part) => {
    share = addAmounts(share, part);
    const sum = BigInt(roundAmount(multiplyAmounts(amount, share), decimals).replace(".", ""));
    const units = sum - paid;
    paid = sum;
    return units;
  });
}

const newTx = () => `0x${randomBytes(32).toString("hex")}`;

/** The same for all payments of a transfer. */
function payerOf(transfer: StoredTransfer): string {
  const digest = createHash("sha256").update(`payer of ${transfer.transaction_id}`).digest("hex");
  return `0x${digest.slice(0, 40)}`;
}
