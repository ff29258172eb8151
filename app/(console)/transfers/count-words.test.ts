import { expect, it } from "vitest";
import type { TransferSums } from "#lib/contract/transfer-list";
import { transferStates } from "#lib/transfer/transfer-states";
import { countOf, createdOf } from "./count-words";

const counts = { open: 1, waiting: 2, paid: 4, failed: 8, never: 16 };
const sums: TransferSums = { counts, asked: 32, isMore: false, sums: [], matched: [] };

it("counts each state as its own, and every state in all", () => {
  for (const state of transferStates) expect(countOf(sums, state), state).toBe(counts[state]);
  expect(countOf(sums, undefined)).toBe(31);
  expect(countOf(sums, "awaited")).toBe(32);
});

it("calls created what went ahead, and neither what waits for approval nor what never did", () => {
  const created = [undefined, "created", "open", "waiting", "never"] as const;
  expect(created.map((state) => createdOf(sums, { state }))).toEqual([13, 13, 1, 0, 0]);
});
