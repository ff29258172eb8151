import { expect, test } from "vitest";
import { toUnits } from "#lib/money/units";
import { tokenTransfer } from "./token-call";

const to = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const contract = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

test.each([
  ["0.000001", 6, "1"],
  ["1250.5", 6, "4a891da0"],
  ["999999999999.999999", 6, "de0b6b3a763ffff"],
  ["1", 18, "de0b6b3a7640000"],
  ["0.000000000000000001", 18, "1"],
  ["0.123456789012345678", 18, "1b69b4ba630f34e"],
  ["123456789.5", 18, "661efdf81d71ada2e60000"],
  ["340282366920938463463374607431.768211455", 9, "ffffffffffffffffffffffffffffffff"],
])("%s with %i decimals is asked for to the unit", (amount, decimals, hex) => {
  const units = `${toUnits(amount, decimals)}`;
  const { data, ...rest } = tokenTransfer({ chainId: 8453, contract, to, units });
  expect(rest).toEqual({ to: contract, value: "0x0", chainId: "0x2105" });
  expect(data).toBe(`0xa9059cbb${"0".repeat(24)}${to.slice(2).toLowerCase()}${hex.padStart(64, "0")}`);
  expect(data).toHaveLength(2 + 8 + 64 + 64);
  expect(BigInt(`0x${data.slice(-64)}`)).toBe(toUnits(amount, decimals));
});

test("nothing but an address of 20 bytes is asked for", () => {
  for (const wrong of ["", "0x", to.slice(0, -1), `${to}0`, to.slice(2), "T".padEnd(42, "x")])
    expect(() => tokenTransfer({ chainId: 1, contract, to: wrong, units: "1" })).toThrow(RangeError);
});
