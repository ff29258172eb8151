import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";

it("sets any status word of the sandbox that a body may have, and refuses what is none at its field", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(() => dashboard.close());
  const { body: transfer } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountName: "SANDBOX WAITS" },
    headers: { "idempotency-key": randomUUID() },
  });
  const set = async (status: string) =>
    (await dashboard.send("POST", `/api/transfers/${transfer.id}/sandbox`, { body: { status } })).status;
  expect(await set("quantum_settled")).toBe(200);
  expect(await set("a".repeat(64))).toBe(200);
  for (const status of ["", "a".repeat(65), "_a", "a__b", "Paid", "paid out"])
    expect([status, await set(status)]).toEqual([status, 422]);
});
