import { expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { Transfer } from "#lib/contract/api";
import { recentRecipients } from "./recent-recipients";
import { earlierOf, startAgain, startFrom, withPayee } from "./starting-point";

const earlier = {
  id: "0d6e4079-e367-4df5-9d38-1f4dd0e7aa10",
  status: "rejected",
  amount: "1250.50",
  asset: "bsc:usdt",
  bankCode: "000013",
  bankName: "GTBank",
  accountNumber: "0123456789",
  accountName: "Ada Obi",
  callbackUrl: null,
} as Transfer;
const blank = { amount: "", asset: "base:usdc" };

test("a transfer that was never created is taken the place of", () => {
  const start = startFrom(blank, earlier, sandboxAssets, false);
  expect(start).toMatchObject({
    amount: "1250.50",
    asset: "bsc:usdt",
    accountNumber: "0123456789",
    replaces: earlier.id,
  });
  expect(start.bank).toEqual({ code: "000013", name: "GTBank" });
});

test.each([
  ["accepted", "template"],
  ["paid", "template"],
  ["unknown", "unresolved"],
  ["dispatching", "unresolved"],
  ["not_created", "replaced"],
  ["cancelled", "replaced"],
] as const)("a transfer that is %s is a %s, and only a replaced one is named", (status, kind) => {
  expect(earlierOf({ id: earlier.id, status }).kind).toBe(kind);
  const { replaces } = startFrom(blank, { ...earlier, status }, sandboxAssets, false);
  expect(replaces).toBe(kind === "replaced" ? earlier.id : undefined);
});

test("the amount in the address goes before that of the earlier transfer", () => {
  const start = startFrom({ amount: "7", asset: "base:usdc" }, earlier, sandboxAssets, true);
  expect(start).toMatchObject({ amount: "7", asset: "base:usdc", accountName: "Ada Obi" });
});

test("a token that is no longer offered is not chosen", () => {
  const gone = { ...earlier, asset: "old:coin" };
  expect(startFrom(blank, gone, sandboxAssets, false).asset).toBe("base:usdc");
});

test("recent recipients are different accounts, newest first, and none of a transfer that failed", () => {
  const to = (accountNumber: string, status = "paid") => ({ ...earlier, accountNumber, status }) as Transfer;
  const list = [
    to("1"),
    to("2"),
    to("1"),
    to("3", "rejected"),
    to("4", "failed"),
    to("8", "expired"),
    to("5"),
    to("6"),
    to("7"),
  ];
  expect(recentRecipients(list).map(({ accountLastFour }) => accountLastFour)).toEqual(["1", "2", "5", "6"]);
});

test("a recent recipient names the newest transfer to it and the end of its account number alone", () => {
  const [newest] = recentRecipients([
    { ...earlier, status: "paid" },
    { ...earlier, id: "older", status: "paid" },
  ]);
  expect(newest?.transferId).toBe(earlier.id);
  expect(JSON.stringify(newest)).not.toContain("0123456789");
  expect(newest?.accountLastFour).toBe("6789");
});

test("paying again takes account and amount of any transfer, is no second try of it, and needs a new reference", () => {
  const before = { ...earlier, reference: "INV-1", purpose: "Rent", callbackUrl: "https://example.com" };
  expect(startFrom(blank, before, sandboxAssets, false)).toMatchObject({
    reference: "INV-1",
    purpose: "Rent",
  });
  const again = startAgain(before, blank, sandboxAssets, false);
  expect(again).toMatchObject({ amount: "1250.50", accountNumber: "0123456789", reference: "", purpose: "" });
  expect(again.replaces).toBeUndefined();
  // Updates of what the form creates come here, wherever those of the earlier one went.
  for (const start of [again, startFrom(blank, before, sandboxAssets, false)])
    expect(JSON.stringify(start)).not.toContain("example.com");
});

test("a payee's current account goes before that of the transfer that is paid again", () => {
  const payee = { id: "p", name: "Ada", version: 2, change: null };
  const account = {
    version: 2,
    bankCode: "044",
    bankName: "Access",
    accountNumber: "0000000018",
    accountName: "A",
  };
  const start = withPayee(startAgain(earlier, blank, sandboxAssets, false), payee, account);
  expect(start).toMatchObject({ payee, amount: "1250.50", bankCode: "044", accountNumber: "0000000018" });
  expect(start.bank).toEqual({ code: "044", name: "Access" });
});
