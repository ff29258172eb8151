import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { timeFaults } from "./time-faults.mjs";

const sleeps = expect.stringContaining("it sleeps");
const asserts = expect.stringContaining("how long something took");
const guesses = expect.stringContaining("a guess about the machine");

it.each([
  [
    "a sleep of a timer",
    "lib/a.test.ts",
    "await new Promise((resolve) => setTimeout(resolve, 5));",
    [sleeps],
  ],
  ["a sleep of the system's", "app/a.test.ts", "await setTimeout(5);", [sleeps]],
  ["a sleep of the browser's", "e2e/a.spec.ts", "await page.waitForTimeout(500);", [sleeps]],
  [
    "a time that is measured",
    "lib/a.test.ts",
    "expect(performance.now() - began).toBeLessThan(100);",
    [asserts],
  ],
  ["a short limit", "lib/a.test.ts", "await expect.poll(read, { timeout: 5_000 }).toBe(1);", [guesses]],
  [
    "a limit for a busy machine",
    "lib/a.test.ts",
    "await expect.poll(read, { timeout: 60_000 }).toBe(1);",
    [],
  ],
  ["a turn of the loop", "e2e/a.spec.ts", "await new Promise((resolve) => setTimeout(resolve));", []],
  ["a moment between two others", "lib/a.test.ts", "expect(madeAt).toBeLessThanOrEqual(Date.now());", []],
  ["a long proof", "lib/proof/a.proof.ts", "await setTimeout(5);", []],
])("%s", (_what, file, text, expected) => {
  const root = temporaryFolder();
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  expect(timeFaults(root, [file])).toEqual(expected);
});
