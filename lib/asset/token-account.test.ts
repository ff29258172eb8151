import { generateKeyPairSync } from "node:crypto";
import { base58, hex } from "@scure/base";
import { expect, test } from "vitest";
import { isOnCurve, tokenAccount } from "./token-account";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

// As the token program's own library and others test it; the second owner is itself no key.
test.each([
  [
    "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj",
    "7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z",
    "DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n",
  ],
  [
    "DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n",
    "7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z",
    "F3DmXZFqkfEWFA7MN2vDPs813GeEWPaT6nLk4PSGuWJd",
  ],
  ["3h1zGmCwsRJnVk5BuRNMLsPaQu1y2aqXqXDWYCgrp5UG", usdc, "3uetDDizgTtadDHZzyy9BqxrjQcozMEkxzbKhfZF4tG3"],
])("%s has its tokens of %s at %s", (owner, mint, account) => {
  expect(tokenAccount(owner, mint)).toBe(account);
});

test("every key of Ed25519 is on the curve, and a token account never", () => {
  for (let at = 0; at < 50; at++) {
    const { publicKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    expect([hex.encode(key), isOnCurve(key)]).toEqual([hex.encode(key), true]);
    expect(isOnCurve(base58.decode(tokenAccount(base58.encode(key), usdc)))).toBe(false);
  }
});

test.each([
  // The base point, the neutral one, and y = 2, for which x² has no answer.
  [`58${"66".repeat(31)}`, true],
  [`01${"00".repeat(31)}`, true],
  [`02${"00".repeat(31)}`, false],
  [`02${"00".repeat(30)}80`, false],
])("%s: %s", (bytes, isPoint) => {
  expect(isOnCurve(hex.decode(bytes))).toBe(isPoint);
});
