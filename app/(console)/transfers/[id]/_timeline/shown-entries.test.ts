import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { shownEntries } from "./shown-entries";

const kindsOf = (...kinds: TransferEvent["kind"][]) =>
  shownEntries(kinds.map((kind, at) => ({ kind, seq: at + 1 }) as TransferEvent)).map(({ kind }) => kind);

it("shows that sending started until the service has answered", () => {
  expect(kindsOf("requested", "dispatched")).toEqual(["requested", "dispatched"]);
  // Nothing was answered: when it was sent is all that is known.
  expect(kindsOf("requested", "dispatched", "outcome_unknown")).toContain("dispatched");
  expect(kindsOf("requested", "dispatched", "accepted", "callback")).toEqual([
    "requested",
    "accepted",
    "callback",
  ]);
  expect(kindsOf("requested", "dispatched", "rejected")).toEqual(["requested", "rejected"]);
});
