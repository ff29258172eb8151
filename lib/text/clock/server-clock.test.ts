import { expect, it } from "vitest";
import { makeServerClock } from "./server-clock";

const drawnAt = 1_000_000;
const minute = 60_000;

/** A browser whose clocks are turned by hand. */
function start(wallStart = 0) {
  let [steady, wall] = [0, wallStart];
  const clock = makeServerClock({ steady: () => steady, wall: () => wall });
  clock.note(drawnAt);
  const pass = (steadyMs: number, wallMs: number) => {
    steady += steadyMs;
    wall += wallMs;
    return (clock.now() - drawnAt) / minute;
  };
  return { clock, pass };
}

it.each([0, -1e12, 9e15])(
  "goes on by the server’s time, whatever the browser’s clock says (%s)",
  (wallStart) => {
    const { pass } = start(wallStart);
    expect([pass(minute, minute), pass(minute, minute)]).toEqual([1, 2]);
  },
);

it("counts on where the clock is set back, and where the machine slept", () => {
  expect(start().pass(10 * minute, -60 * minute)).toBe(10);
  expect(start().pass(0, 10 * minute)).toBe(10);
});

it("never goes back, but to what a newer drawing says", () => {
  const { clock, pass } = start();
  expect([pass(minute, 60 * minute), pass(minute, -60 * minute)]).toEqual([60, 60]);
  // Back shows the older drawing again.
  clock.note(drawnAt - minute);
  expect(pass(0, 0)).toBe(60);
  clock.note(drawnAt + 3 * minute);
  expect([pass(0, 0), pass(minute, minute)]).toEqual([3, 4]);
});
