import { expect, test } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { depositDiffers } from "./deposit-differs";

type Part = { label?: Transfer["deposit"]["label"] } & Partial<Omit<Transfer, "deposit">>;

const of = ({ label = "off", ...rest }: Part) => {
  const amount = label === "off" ? null : "60";
  return depositDiffers({
    ...{ status: "awaiting_deposit", address: "0x1", flags: [], funding: null, amount: "100" },
    ...{ fromCurrency: "USDC", arrivedAmount: null, deposit: { label, amount } },
    ...rest,
  } as Transfer);
};

test("the network’s card says it first, the service’s only where the network doesn’t", () => {
  expect(of({})).toBeUndefined();
  expect(of({ label: "exact" })).toBeUndefined();
  for (const label of ["short", "over", "wrong_token", "gone"] as const)
    expect(of({ label })).toBe("network");
  expect(of({ label: "short", status: "deposit_short" })).toBe("network");
  expect(of({ label: "exact", status: "deposit_short" })).toBe("service");
  for (const status of ["deposit_short", "deposit_over", "deposit_late"] as const)
    expect(of({ status })).toBe("service");
});

test("no card says it where the transfer has no address, or none to trust", () => {
  expect(of({ label: "short", status: "unknown" })).toBeUndefined();
  expect(of({ status: "deposit_short", address: null })).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["address_changed"] })).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["contradicting_address"] })).toBeUndefined();
});
