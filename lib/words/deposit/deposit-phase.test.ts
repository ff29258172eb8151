import { expect, test } from "vitest";
import { settlements } from "#lib/transfer/status-words";
import { submissions, type TransferStatus } from "#lib/transfer/transfer-status";
import { depositPhase } from "./deposit-phase";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("a person is asked to send in three states only", () => {
  const all: TransferStatus[] = [...submissions, ...settlements, "conflicting", "other"];
  const asked = all.filter((status) => depositPhase({ status, address }) === "open");
  expect(asked).toEqual(["accepted", "awaiting_deposit", "other"]);
});

test.each(["recorded", "dispatching", "rejected", "unknown", "not_created", "cancelled"] as const)(
  "%s offers no address, even where one is known",
  (status) => {
    expect(depositPhase({ status, address })).toBe("none");
  },
);

test("what came short asks for no more of it", () => {
  expect(depositPhase({ status: "deposit_short", address })).toBe("closed");
});

test.each(["deposit_received", "deposit_over", "deposit_late", "processing", "paid"] as const)(
  "%s asks for no second deposit",
  (status) => {
    expect(depositPhase({ status, address })).toBe("received");
  },
);

test("an accepted transfer without an address says so", () => {
  expect(depositPhase({ status: "accepted", address: null })).toBe("missing");
  expect(depositPhase({ status: "processing", address: null })).toBe("missing");
  expect(depositPhase({ status: "paid", address: null })).toBe("none");
});

test("two addresses are given to nobody, whatever was reported", () => {
  const flags = ["contradicting_address" as const];
  for (const status of ["accepted", "awaiting_deposit", "paid", "expired"] as const)
    for (const known of [address, null])
      expect(depositPhase({ status, address: known, flags })).toBe("disputed");
});

test("while a wallet may send, nobody else is asked to", () => {
  const funding = {
    ...{ id: "1", state: "asked" as const, person: "Ada", wallet: "W", from: "0x0", hash: null },
    askedAt: "2026-11-24T00:00:00.000Z",
  };
  const phase = (status: TransferStatus) => depositPhase({ status, address, funding });
  expect([phase("accepted"), phase("awaiting_deposit"), phase("other")]).toEqual(Array(3).fill("sending"));
  expect([phase("deposit_received"), phase("expired"), phase("recorded")]).toEqual([
    "received",
    "closed",
    "none",
  ]);
});
