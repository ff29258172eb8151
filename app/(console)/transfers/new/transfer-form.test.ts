import { expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { eachOwnText } from "#lib/transfer/own-texts";
import { type TransferForm, toTransferInput } from "./transfer-form";
import { transferResolver } from "./transfer-resolver";

const rules = { assets: sandboxAssets, allowPrivateCallbacks: false };
const filled: TransferForm = {
  amount: "1250.50",
  askedOutput: "",
  asset: "base:usdc",
  bankCode: "000013",
  accountNumber: "0123456789",
  accountName: "Ada Obi",
  ...eachOwnText(() => ""),
};
const judge = async (change: Partial<TransferForm>) => {
  const options = { fields: {}, shouldUseNativeValidation: false } as const;
  const { errors } = await transferResolver(rules)({ ...filled, ...change }, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
};

test("a filled form is accepted, and what is empty in it is none", async () => {
  expect(await judge({})).toEqual({});
  for (const name of ["reference", "purpose"])
    expect(toTransferInput(filled, undefined)).not.toHaveProperty(name);
  expect(toTransferInput({ ...filled, reference: " INV-1 " }, "id")).toMatchObject({
    reference: "INV-1",
    replaces: "id",
  });
});

test.each<[keyof TransferForm, string]>([
  ["amount", ""],
  ["amount", "0"],
  ["amount", "1.1234567"],
  ["amount", "1.250,50.1"],
  ["bankCode", ""],
  ["accountNumber", "012345678"],
  ["accountNumber", "012345678O"],
  ["accountNumber", "01234567890"],
  ["accountName", "  "],
  ["reference", "x".repeat(65)],
  ["reference", "INV\u202e1"],
  ["purpose", "x".repeat(141)],
])("%s %j is refused at its own field", async (name, value) => {
  const errors = await judge({ [name]: value });
  expect(Object.keys(errors)).toEqual([name]);
  expect(errors[name]).toMatch(/\S/);
});

test("every wrong field is named at once", async () => {
  const none = { amount: "", bankCode: "", accountNumber: "", accountName: "" };
  expect(Object.keys(await judge(none)).sort()).toEqual([
    "accountName",
    "accountNumber",
    "amount",
    "bankCode",
  ]);
});
