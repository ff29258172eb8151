import { expect, test } from "vitest";
import { groupAccountNumber, stripAccountNumber } from "./account-number";
import { hasWrongCheckDigit, nubanCheckDigit } from "./nuban";

const gtbank = { code: "000013", name: "GTBANK PLC" };

test.each([
  ["011", "000001457", "9"],
  ["058", "000000001", "8"],
])("bank %s gives the serial %s the check digit %s", (cbnCode, serial, digit) => {
  expect(nubanCheckDigit(cbnCode, serial)).toBe(digit);
});

test.each([
  ["058", "Guaranty Trust Bank", "058"],
  ["000013", "GTBANK PLC", "058"],
  ["GTB", "Guaranty Trust Bank Plc", "058"],
  ["gtbank-ng", "Guaranty Trust Bank (GTBank)", "058"],
  ["000014", "ACCESS BANK", "044"],
  ["000005", "ACCESS BANK (DIAMOND)", "063"],
  ["000016", "FIRST BANK OF NIGERIA", "011"],
  ["011", "First Bank of Nigeria (CBN code)", "011"],
  ["fbn", "FirstBank", "011"],
  ["000015", "ZENITH BANK PLC", "057"],
  ["000004", "UNITED BANK FOR AFRICA", "033"],
  ["uba", "United Bank For Africa (UBA)", "033"],
  ["000003", "FCMB", "214"],
  ["000012", "Stanbic IBTC Bank", "221"],
  ["000026", "TAJBank", "302"],
] as const)(
  "under the code %s and the name %j a number is checked as one of bank %s",
  (code, name, cbnCode) => {
    const good = `012345678${nubanCheckDigit(cbnCode, "012345678")}`;
    const bad = `012345678${(Number.parseInt(good.charAt(9), 10) + 5) % 10}`;
    expect([good, bad].map((number) => hasWrongCheckDigit({ code, name }, number))).toEqual([false, true]);
  },
);

test.each([
  ["327", "Paga"],
  ["100002", "Paga"],
  ["565", "One Finance"],
  ["100026", "Carbon"],
  ["100004", "OPAY"],
  ["100033", "PALMPAY"],
  ["50211", "Kuda Bank"],
  ["090267", "Kuda Microfinance Bank"],
  ["090405", "Moniepoint Microfinance Bank"],
  ["000004", "UBA MONI"],
  ["090001", "FCMB Microfinance Bank"],
  ["058", "Gtb Microfinance Bank"],
  ["100009", "GTMobile"],
  ["100014", "FirstMonie Wallet"],
  ["100018", "Zenith Mobile"],
  ["100034", "Zenith Eazy Wallet"],
  ["100008", "Ecobank Xpress Account"],
  ["100052", "Access Yello & Beta"],
  ["100039", "Titan-Paystack"],
  ["070012", "Sterling Mortgage Bank"],
  ["120001", "9 Payment Service Bank (9PSB)"],
  ["090164", "FIRST ROYAL MICROFINANCE BANK"],
  ["060002", "FBNQuest Merchant Bank"],
  ["", ""],
])("an account of %s %s has no check digit", (code, name) => {
  const numbers = Array.from({ length: 10 }, (_, digit) => `012345678${digit}`);
  expect(numbers.filter((number) => hasWrongCheckDigit({ code, name }, number))).toEqual([]);
});

test("any one wrong digit of a number breaks its check digit, and less or more than ten digits are not judged", () => {
  const right = "0000000018";
  for (let place = 0; place < 10; place += 1) {
    const digits = [...right];
    digits[place] = `${(Number.parseInt(digits[place] ?? "0", 10) + 1) % 10}`;
    expect(hasWrongCheckDigit(gtbank, digits.join(""))).toBe(true);
  }
  expect(
    ["", "000000001", "00000000180", "OOOOOOOO18"].filter((text) => hasWrongCheckDigit(gtbank, text)),
  ).toEqual([]);
});

test("an account number loses what people put between the digits, and keeps its leading zeros", () => {
  expect(stripAccountNumber(" 0123-456\u00a0789\u2013 0")).toBe("0123456789".concat("0"));
  expect(stripAccountNumber("012345678O")).toBe("012345678O");
  expect(groupAccountNumber("0123456789")).toBe("0123 456 789");
  expect(groupAccountNumber("01234")).toBe("0123 4");
  expect(groupAccountNumber("01234567890")).toBe("01234567890");
});
