import type { Amount } from "./money";

/** An amount in the smallest unit of a token with so many decimals. Throws for an amount with more. */
export function toUnits(amount: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  if (fraction.length > decimals) throw new RangeError("The amount has more decimals than its token.");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Without zeros at the end. */
export function fromUnits(units: bigint, decimals: number): Amount {
  const digits = `${units}`.padStart(decimals + 1, "0");
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ];
  const kept = fraction.replace(/0+$/, "");
  return (kept === "" ? whole : `${whole}.${kept}`) as Amount;
}

/** How many decimals an amount is written with. */
export function decimalsIn(amount: string): number {
  return (amount.split(".")[1] ?? "").length;
}

/** The same amount with more decimals. */
export function inScale(units: bigint, decimals: number, scale: number): bigint {
  return units * 10n ** BigInt(scale - decimals);
}
