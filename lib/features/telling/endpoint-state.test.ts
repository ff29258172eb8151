import { expect, it } from "vitest";
import { nameOfKind } from "#lib/words/outbox/kind-words";
import { deliveryFaults } from "./delivery-faults";
import { endpointState } from "./endpoint-state";
import { resultWords } from "./result-words";
import type { Endpoint } from "./webhooks";

const now = Date.parse("2026-11-20T13:30:00.000Z");
const well: Endpoint = {
  id: "00000000-0000-4000-8000-000000000000",
  name: "Ledger",
  form: "standard",
  origin: "https://ledger.example",
  kinds: ["transfer.created"],
  isOn: true,
  offWhy: null,
  failingSince: null,
  restUntil: null,
  lastResult: "200",
  lastDeliveredAt: "2026-11-20T13:00:00.000Z",
  waiting: 0,
  previousUntil: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  createdBy: null,
};
const failingSince = "2026-11-20T13:02:00.000Z";

it.each<[string, Partial<Endpoint>]>([
  ["Delivering", {}],
  ["Nothing sent yet", { lastDeliveredAt: null, lastResult: null }],
  ["Failing since 14:02: 500", { failingSince, lastResult: "500" }],
  ["Failing since 14:02: no answer in time", { failingSince, lastResult: "timeout" }],
  ["Failing since 14:02", { failingSince, lastResult: null }],
  ["Failing since 19 Nov 2026, 14:02: 500", { failingSince: "2026-11-19T13:02:00.000Z", lastResult: "500" }],
  ["Paused until 14:45", { failingSince, restUntil: "2026-11-20T13:45:00.000Z" }],
  ["Off", { isOn: false, failingSince, restUntil: "2026-11-20T13:45:00.000Z" }],
  ["Off: the receiver said that it is gone (410)", { isOn: false, offWhy: "gone" }],
  [
    "Off: the receiver said that it is gone (no_service)",
    { isOn: false, offWhy: "gone", form: "slack", lastResult: "no_service" },
  ],
  [
    "Off: nothing delivered for 3 days",
    { isOn: false, offWhy: "nothing_delivered", lastDeliveredAt: "2026-11-17T12:00:00.000Z" },
  ],
  [
    "Off: nothing delivered for 9 days",
    { isOn: false, offWhy: "nothing_delivered", lastDeliveredAt: null, failingSince: "2026-11-11T12:00:00Z" },
  ],
])("says %s, with the time of the business", (words, changes) => {
  expect(endpointState({ ...well, ...changes }, { now, timeZone: "Africa/Lagos" }).words).toBe(words);
});

it("says how a try ended in words, and shows what it doesn't know as it is", () => {
  for (const fault of deliveryFaults) expect(resultWords(fault), fault).not.toContain("_");
  expect([resultWords("503"), resultWords(null), resultWords("a\u202eb")]).toEqual([
    "503",
    undefined,
    "a\\u{202E}b",
  ]);
  expect([nameOfKind("endpoint.test"), nameOfKind("toString")]).toEqual(["Test", "toString"]);
});
