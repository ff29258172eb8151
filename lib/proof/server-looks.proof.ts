import { expect, it } from "vitest";
import { runJourneys } from "./run-journeys";

it("every state of every journey in both themes, at both widths, and at 200 %", async () => {
  expect(await runJourneys({ EVERY_LOOK: "true" })).toBe(0);
});
