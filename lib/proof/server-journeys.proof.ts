import { expect, it } from "vitest";
import { runJourneys } from "./run-journeys";

it("the journeys of e2e/long: a wallet's scenarios, a crash, a stop, the API key and the packed server", async () => {
  // One at a time: each wallet's scenario shares its node with those of its file.
  expect(await runJourneys({ LONG_JOURNEYS: "true" }, ["--workers=1"])).toBe(0);
});

it("the details of each screen that `npm test` leaves out", async () => {
  expect(await runJourneys({}, ["--grep", "@detail"])).toBe(0);
});
