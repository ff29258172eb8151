import { expect, test } from "vitest";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { type Bar, bars } from "#lib/transfer/standing/invitation";
import { settlements } from "#lib/transfer/status-words";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";
import { type DepositPhase, depositPhase } from "./deposit-phase";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const all: TransferStatus[] = [...submissions, ...settlements, "conflicting", "other"];

const phase = (
  closedBy: Bar | null,
  status: TransferStatus = "awaiting_deposit",
  at: string | null = address,
) => depositPhase({ status, address: at, standing: shownStanding({ closedBy }) });

test("a person is asked to send where the standing is open, and nowhere else, whatever the status", () => {
  for (const status of all) {
    expect(phase(null, status)).toBe("open");
    for (const bar of bars) expect(phase(bar, status), `${bar} ${status}`).not.toBe("open");
  }
  const here = shownStanding({ invitation: "open_here" });
  expect(depositPhase({ status: "awaiting_deposit", address, standing: here })).toBe("open");
});

test.each([
  ["not_accepted", "none"],
  ["two_addresses", "disputed"],
  ["wallet", "sending"],
  ["arriving", "received"],
  ["arrived", "received"],
  ["short", "received"],
  ["unknown_word", "closed"],
  ["window", "closed"],
] as const satisfies [Bar, DepositPhase][])("closed by %s is %s", (bar, expected) => {
  for (const status of ["accepted", "awaiting_deposit", "other"] as const)
    expect(phase(bar, status)).toBe(expected);
});

test.each(["recorded", "dispatching", "rejected", "unknown", "not_created", "cancelled"] as const)(
  "%s offers no address, even where one is known",
  (status) => {
    expect(phase("not_accepted", status)).toBe("none");
  },
);

test("what came short asks for no more of it", () => {
  expect(phase("said", "deposit_short")).toBe("closed");
});

test.each(["deposit_received", "deposit_over", "deposit_late", "processing", "paid"] as const)(
  "%s asks for no second deposit",
  (status) => {
    expect(phase("said", status)).toBe("received");
  },
);

test("an accepted transfer without an address says so", () => {
  expect(phase("no_address", "accepted", null)).toBe("missing");
  expect(phase("no_address", "processing", null)).toBe("missing");
  expect(phase("ended", "paid", null)).toBe("none");
});

test("two addresses are given to nobody, whatever was reported", () => {
  for (const status of ["accepted", "awaiting_deposit", "paid", "expired"] as const)
    for (const known of [address, null]) expect(phase("two_addresses", status, known)).toBe("disputed");
});
