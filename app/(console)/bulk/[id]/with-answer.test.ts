import { expect, it } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { withAnswer } from "./with-answer";

const batch = (seen: number, ...rows: [n: number, state: string][]) =>
  ({ seen, total: rows.length, rows: rows.map(([n, state]) => ({ n, state })) }) as unknown as Batch;
const statesOf = ({ rows }: Batch) => rows.map(({ n, state }) => `${n} ${state}`);

it("leaves rows in their places, with what is known of them now", () => {
  const before = batch(3, [7, "faulty"], [9, "faulty"], [2, "ready"]);
  const answer = batch(4, [9, "ready"], [7, "faulty"], [2, "asked"], [5, "ready"]);
  const merged = withAnswer(before, answer);
  expect(statesOf(merged.batch)).toEqual(["7 faulty", "9 ready", "2 asked"]);
  expect([merged.batch.seen, merged.batch.total, merged.isWhole]).toEqual([4, 3, true]);
});

it("tells that a row on the page wasn't in the answer, so that it is asked for", () => {
  expect(withAnswer(batch(3, [7, "faulty"], [60, "asked"]), batch(4, [7, "ready"])).isWhole).toBe(false);
});
