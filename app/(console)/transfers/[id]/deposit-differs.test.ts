import { expect, test } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { depositDiffers } from "./deposit-differs";

const of = (part: { label?: string; amount?: string | null } & Partial<Omit<Transfer, "deposit">>) => {
  const { label = "off", amount = null, ...rest } = part;
  return depositDiffers({
    ...{ status: "awaiting_deposit", address: "0x1", flags: [], funding: null, amount: "100" },
    ...{ fromCurrency: "USDC", arrivedAmount: null, deposit: { label, amount } },
    ...rest,
  } as unknown as Transfer);
};

test("the network’s card says it first, the service’s only where the network doesn’t", () => {
  expect(of({})).toBeUndefined();
  expect(of({ label: "exact", amount: "100" })).toBeUndefined();
  for (const label of ["short", "over", "wrong_token", "gone"]) expect(of({ label })).toBe("network");
  expect(of({ label: "short", amount: "60", status: "deposit_short" })).toBe("network");
  expect(of({ label: "exact", amount: "100", status: "deposit_short" })).toBe("service");
  for (const status of ["deposit_short", "deposit_over", "deposit_late"] as const)
    expect(of({ status })).toBe("service");
});

test("no card says it where the transfer has no address, or none to trust", () => {
  expect(of({ label: "short", status: "unknown" })).toBeUndefined();
  expect(of({ status: "deposit_short", address: null })).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["address_changed"] })).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["contradicting_address"] })).toBeUndefined();
});
