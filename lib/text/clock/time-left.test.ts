import { expect, it } from "vitest";
import { timeLeft } from "./time-left";

it.each([
  [-5_000, "0 s"],
  [0, "0 s"],
  [41_200, "42 s"],
  [60_000, "1 min"],
  [27 * 60_000 + 41_000, "27 min"],
  [3 * 3_600_000 + 5 * 60_000 + 59_000, "3 h 05 min"],
  [47 * 3_600_000 + 59 * 60_000, "47 h 59 min"],
  [48 * 3_600_000, "2 days"],
])("%i ms are %s", (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});
