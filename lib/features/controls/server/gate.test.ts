import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { type Gate, gates } from "#lib/server/submission/gates";
import { startControlled } from "#lib/testing/controls/controlled";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { controlsGate } from "./gate";

it("sends what passed first, though more was asked for to the account before it was sent", async () => {
  const house = await startControlled();
  let isShut = true;
  // What was recorded isn't sent at first, as where a server dies in between.
  const slow: Gate = {
    ...controlsGate,
    async release(trx, row, approvedIn) {
      if (isShut) throw new Problem("not_possible_now", "Nothing was sent.");
      return controlsGate.release(trx, row, approvedIn);
    },
  };
  gates.fill([slow]);
  onTestFinished(async () => {
    gates.fill([controlsGate]);
    await house.close();
  });
  await house.setRules();
  const key = randomUUID();
  // Some 612,000 naira each: together they reach the tier.
  const first = () =>
    house.dashboard.send<Transfer>("POST", "/api/transfers", {
      as: "nobody",
      body: { ...goodTransfer, amount: "400", confirmAmount: true },
      headers: { cookie: house.ada.cookie, "idempotency-key": key },
    });
  expect((await first()).problem.code).toBe("not_possible_now");
  isShut = false;
  expect((await house.ask({ amount: "401" }, house.ngozi)).body.status).toBe("awaiting_approval");
  const sent = await first();
  expect(sent.body.status, sent.problem.detail).toBe("accepted");
  expect(house.service.callsOf("initiate")).toHaveLength(1);
});
