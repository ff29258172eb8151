import Big from "big.js";
import type { Amount } from "./money";

/** The amount that was asked for, with its quote if there is one. */
type Quoted = { amount: Amount; rate: Amount | null; fee: Amount | null };

/** The coarsest rounding that a service's figure is believed to have. */
const coarsest = 2;
const finest = 6;

/**
 * Whether a figure is the amount less the quoted fee, to the digits that the figure has. No service states whether its fee is
 * in the token or in the payout's currency, so either will do.
 */
export function isLessFee(said: Amount, { amount, rate, fee }: Quoted): boolean {
  if (fee === null || Big(fee).lte("0")) return false;
  const inToken = [Big(fee), ...(rate === null || Big(rate).lte("0") ? [] : [Big(fee).div(rate)])];
  const digits = Math.min(finest, Math.max(coarsest, said.split(".")[1]?.length ?? 0));
  return inToken.some((share) => {
    const net = Big(amount).minus(share);
    return net.gt("0") && net.minus(said).abs().lte(`1e-${digits}`);
  });
}

/** Whether two figures are within one per cent of each other, as those of a rate that moves are. */
export function isNearly(said: Amount, other: Amount): boolean {
  return Big(said).minus(other).abs().times("100").lte(Big(other).abs());
}

/** Within five per cent: services round, and take fees that nobody quoted. */
export function isRoughly(said: Amount, other: Amount): boolean {
  return Big(said).minus(other).abs().times("20").lte(Big(other).abs());
}
