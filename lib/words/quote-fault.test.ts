import { expect, test } from "vitest";
import { Problem } from "#lib/contract/problem";
import { quoteFaultWords } from "./quote-fault";

test("the service's own words are shown", () => {
  const detail = "The service returned no quote. It said: The minimum amount is 10 USDC";
  expect(quoteFaultWords(new Problem("service_refused", detail)).detail).toBe(
    "It said: The minimum amount is 10 USDC",
  );
});

test("which figure was unusable is said once", () => {
  const detail = "The service sent an unusable quote: its rate is -5, which must be greater than zero.";
  expect(quoteFaultWords(new Problem("unusable_answer", detail)).detail).toBe(
    "Its rate is -5, which must be greater than zero.",
  );
});

test("a quote never speaks of something that was or was not created", () => {
  const detail = "The offramp service cannot be reached. Nothing was created. Try again in a moment.";
  const words = quoteFaultWords(new Problem("service_unreachable", detail));
  expect(words.detail).toBe("The offramp service cannot be reached. Try again in a moment.");
  expect(words).toMatchObject({ isPassing: true, isForAdministrator: false });
});

test("a rejected key is for whoever runs the dashboard: no button to try again", () => {
  expect(quoteFaultWords(new Problem("key_rejected", "x")).isForAdministrator).toBe(true);
});

test("the wait that the server asks for survives the way to the browser", () => {
  const sent = new Problem("rate_limited", "x").toJson("id");
  expect(Problem.fromJson(sent, 503, "30").retryAfterSeconds).toBe(30);
  expect(Problem.fromJson(sent, 503, null).retryAfterSeconds).toBeUndefined();
  expect(Problem.fromJson(sent, 503, "Wed, 21 Oct 2026 07:28:00 GMT").retryAfterSeconds).toBeUndefined();
});
