import { expect, it } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { goodAddress } from "#lib/testing/service/faulty-service";
import { addressFault, existsResolver, toExists } from "./exists-fields";

const base = sandboxAssets.find(({ asset }) => asset === "base:usdc");
const fields = { transactionId: "txn_1", address: goodAddress, reason: "Support said so." };
const judge = async (part: object, knownId: string | null = null) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await existsResolver(base, knownId)({ ...fields, ...part }, undefined, options);
  return Object.entries(errors).map(([name, error]) => `${name}: ${(error as { message: string }).message}`);
};

it("takes what the service gave, and leaves out the blanks of a copied value", async () => {
  expect(await judge({ transactionId: " txn_1\n", address: `${goodAddress} ` })).toEqual([]);
  expect(toExists({ ...fields, address: ` ${goodAddress}\n` }, null)).toEqual({
    outcome: "exists",
    ...fields,
  });
});

it("refuses an address with one wrong letter, and one of another network", async () => {
  const wrongCase = goodAddress.replace("A", "a");
  for (const address of [wrongCase, goodAddress.slice(0, -1), "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"]) {
    expect(await judge({ address })).toEqual([
      expect.stringMatching(/^address: This doesn’t have the format of a Base/),
    ]);
  }
});

it("refuses the token’s own contract, and an address without an owner, and says which it is", async () => {
  for (const contract of [base?.contract ?? "", base?.otherTokens?.[0]?.contract.toLowerCase() ?? ""])
    expect(await judge({ address: contract })).toEqual([
      expect.stringMatching(/^address: This is a token’s own contract, and money sent to it is lost\./),
    ]);
  expect(await judge({ address: "0x000000000000000000000000000000000000dEaD" })).toEqual([
    expect.stringMatching(/^address: This address has no owner/),
  ]);
});

it("says of each empty field what is missing, once", async () => {
  expect(await judge({ transactionId: "", address: "", reason: "  " })).toEqual([
    expect.stringContaining("transactionId: Enter the transaction ID"),
    expect.stringContaining("address: Enter the deposit address"),
    expect.stringContaining("reason: Say why"),
  ]);
});

it("gives no verdict on an address whose network is not known here", () => {
  expect(addressFault("anything", undefined)).toBeUndefined();
});

it("asks for no ID where a callback has brought it, and takes no other", async () => {
  expect(await judge({ transactionId: "" }, "txn_known")).toEqual([]);
  expect(toExists(fields, "txn_known").transactionId).toBe("txn_known");
});
