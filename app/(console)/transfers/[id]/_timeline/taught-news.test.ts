import { expect, it } from "vitest";
import type { TransferEvent } from "#lib/contract/api";
import { newsOf } from "./event-news";
import { remarksOn } from "./event-remarks";

const update = {
  ...{ kind: "callback", text: "Quote-Locked", raw: "{}", unread: null },
  ...{ isQuarantined: false, isTruncated: false, deliveries: 1 },
} as TransferEvent;
const taught = [
  { word: "quote_locked", meaning: "awaiting_deposit" },
  { word: "", meaning: "nothing" },
] as const;

it("reads a word as an admin taught it, and shows both", () => {
  expect(newsOf(update, "Base", [...taught])).toEqual({
    title: "Awaiting deposit",
    look: "waiting",
    text: "Quote-Locked",
  });
  expect(remarksOn(update, [...taught])).toEqual(["“quote_locked”, read as awaiting deposit by an admin."]);
  expect(newsOf(update, "Base").title).toBe("Status not recognised");
});

it("says of an update without a body what an admin said, and changes nothing of one for another transaction", () => {
  const empty = { ...update, text: null, raw: "" };
  expect(newsOf(empty, "Base", [...taught]).title).toBe("Says nothing of this transfer");
  expect(remarksOn({ ...empty, deliveries: 2 }, [...taught])).toEqual([
    "An update without a body, read as saying nothing by an admin.",
    "It arrived 2 times. We counted it once.",
  ]);
  expect(newsOf({ ...update, isQuarantined: true }, "Base", [...taught]).title).toBe(
    "Update for another transaction",
  );
});
