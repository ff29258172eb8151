import Big from "big.js";
import type { Asset } from "#lib/asset/asset";
import type { Amount } from "#lib/money/money";
import type { AgreedRate } from "./stored-batch";

/** Finds what to send so that a recipient gets what is wished in naira. */

type Figures = Pick<AgreedRate, "amount" | "outputAmount" | "rate">;
type Token = Pick<Asset, "decimals">;

/** More decimals than a person would read say nothing of naira. */
const mostDecimals = 6;

function decimalsOf({ decimals }: Token): number {
  return Math.min(decimals, mostDecimals);
}

/**
 * The least amount that pays out the wish, by figures of the service and by how much one more token pays out, rounded up.
 * `agreed` says what share of the rate that is: a fee may be a share of the amount.
 */
export function amountFor(wish: Amount, figures: Figures, agreed: AgreedRate, token: Token): Amount {
  const slope = Big(figures.rate).times(agreed.slope).div(agreed.rate);
  const missing = Big(wish).minus(figures.outputAmount);
  const decimals = decimalsOf(token);
  // A quotient that has no end in decimals must not round up by its own last digit.
  const exact = Big(figures.amount)
    .plus(missing.div(slope))
    .round(decimals + 6, Big.roundHalfUp);
  const amount = exact.round(decimals, Big.roundUp);
  const unit = Big(`1e-${decimals}`);
  return (amount.lt(unit) ? unit : amount).toFixed() as Amount;
}

/**
 * The largest amount that may be sent for it: by a rate that has fallen as far as it may, and with a fee that is a share of the
 * amount, or for a small amount as much as for the usual one.
 */
export function mostFor(wish: Amount, agreed: AgreedRate, token: Token, driftPercent: string): Amount {
  const byShare = Big(amountFor(wish, agreed, agreed, token));
  const byFixed = Big(amountFor(wish, agreed, { ...agreed, slope: agreed.rate }, token));
  const least = Big("100").minus(driftPercent).div("100");
  const most = (byShare.gt(byFixed) ? byShare : byFixed).div(least);
  return most.round(decimalsOf(token), Big.roundUp).toFixed() as Amount;
}

/** The least rate that was agreed to. */
export function leastRate({ rate }: Pick<AgreedRate, "rate">, driftPercent: string): Amount {
  return Big(rate).times(Big("100").minus(driftPercent)).div("100").toFixed() as Amount;
}

/**
 * The least that an amount must pay out: by the figures that were agreed to, with a fee that is a share of the amount, or for a small
 * amount as much as for the usual one, and a rate that has fallen as far as it may.
 */
export function leastOutputFor(amount: Amount, agreed: AgreedRate, driftPercent: string): Amount {
  const more = Big(amount).minus(agreed.amount);
  const byShare = Big(agreed.outputAmount).plus(more.times(agreed.slope));
  const byFixed = Big(agreed.outputAmount).plus(more.times(agreed.rate));
  const output = byShare.lt(byFixed) ? byShare : byFixed;
  const least = output.times(Big("100").minus(driftPercent)).div("100").round(2, Big.roundDown);
  return (least.lt("0") ? "0" : least.toFixed()) as Amount;
}
