import { expect, it } from "vitest";
import { partsOf } from "./body-names";
import { expiryIn } from "./expiry-in";

const read = (body: object) => expiryIn(partsOf(body) ?? []);

it.each([
  [{ expiresAt: "2026-11-27T12:05:00Z" }, "2026-11-27T12:05:00.000Z"],
  [{ data: { expires_at: "2026-11-27 13:05:00+01:00" } }, "2026-11-27T12:05:00.000Z"],
  [{ validUntil: "1795781100" }, "2026-11-27T12:05:00.000Z"],
  [{ deposit: { expiry: "1795781100000" } }, "2026-11-27T12:05:00.000Z"],
  [{ deadline: "2026-11-27T12:05:00Z", expiration_time: "2026-11-27T12:00:00Z" }, "2026-11-27T12:00:00.000Z"],
  [{ expires_on: "2026-11-27T12:05:00.123+00:00" }, "2026-11-27T12:05:00.123Z"],
])("%j says until when its address takes a deposit", (body, time) => {
  expect(read(body)).toBe(time);
});

it.each([
  { expiresIn: "1800" },
  { expiresAt: "2026-11-27 12:05:00" },
  { expiresAt: "soon" },
  { expiresAt: null },
  { quote: { expires_at: "2026-11-27T12:05:00Z" } },
  { card: { expiry: "1795781100" } },
  { expiresAt: "9999-12-31T00:00:00Z" },
  { createdAt: "2026-11-27T12:05:00Z", settlementDeadline: "2026-11-27T12:05:00Z" },
])("%j doesn't", (body) => {
  expect(read(body)).toBeNull();
});
