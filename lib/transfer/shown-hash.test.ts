import { expect, it } from "vitest";
import { defaultAssets } from "#lib/asset/asset-tables";
import { transferInput } from "#lib/contract/api";
import { shownHash } from "./shown-hash";

const typed = {
  amount: "100",
  asset: "base:usdc",
  bankCode: "000013",
  bankName: "GTBank Plc",
  accountNumber: "0123456789",
  accountName: " Xavier  Ọlá\u0301 ",
  reference: "INV   7",
  purpose: "Rent",
  callbackUrl: "https://example.com/a",
  payeeId: "6f1c1c8e-8a53-4d8f-9d1c-0e5f4f6b7a10",
};

it("is the same for what was typed and for what the server reads of it", () => {
  const read = transferInput({ assets: defaultAssets, allowPrivateCallbacks: false }).parse(typed);
  expect(shownHash(read)).toBe(shownHash(typed));
  expect(shownHash(typed)).toMatch(/^[0-9a-f]{16}$/);
  expect(shownHash({ ...typed, purpose: "" })).toBe(shownHash({ ...typed, purpose: undefined }));
});

it("differs with each thing that the check shows, and where one moved into the next", () => {
  const hashes = Object.entries(typed).map(([name, value]) => shownHash({ ...typed, [name]: `${value}1` }));
  const moved = shownHash({ ...typed, amount: "1000", accountName: typed.accountName.slice(1) });
  expect(new Set([shownHash(typed), moved, ...hashes]).size).toBe(hashes.length + 2);
});
