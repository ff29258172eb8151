import { expect, test } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import type { Bar } from "#lib/transfer/standing/invitation";
import { depositDiffers } from "./deposit-differs";

type Part = { label?: Transfer["deposit"]["label"] } & Partial<Omit<Transfer, "deposit">>;

const of = ({ label = "off", ...rest }: Part, closedBy: Bar = "said") => {
  const amount = label === "off" ? null : "60";
  return depositDiffers({
    ...{ status: "awaiting_deposit", address: "0x1", flags: [], amount: "100" },
    standing: shownStanding({ closedBy }),
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
  expect(of({ label: "short", status: "unknown" }, "not_accepted")).toBeUndefined();
  expect(of({ status: "deposit_short", address: null }, "no_address")).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["address_changed"] }, "address_changed")).toBeUndefined();
  expect(of({ status: "deposit_short", flags: ["contradicting_address"] }, "two_addresses")).toBeUndefined();
});
