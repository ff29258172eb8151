import { expect, test } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { transferQuery } from "./queries";

const { refetchInterval } = transferQuery("id");

/** Whether the page of such a transfer asks for news. */
function asks(kinds: readonly TransferEvent["kind"][], isFinal = true) {
  const data = { isFinal, waiting: 0, events: kinds.map((kind) => ({ kind })) };
  return typeof refetchInterval === "function" && refetchInterval({ state: { data } } as never) !== false;
}

test("the page of a final transfer asks for news only while an e-mail of it waits for its end", () => {
  expect(asks(["callback"])).toBe(false);
  expect(asks(["callback"], false)).toBe(true);
  expect(asks(["callback", "advice_asked", "note"])).toBe(true);
  expect(asks(["advice_asked", "advice_asked", "advice_failed"])).toBe(true);
  expect(asks(["advice_asked", "advice_sent", "advice_asked", "advice_failed"])).toBe(false);
});
