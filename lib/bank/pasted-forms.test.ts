import { describe, expect, test } from "vitest";
import { readAmountText } from "#lib/money/amount-text";
import { stripAccountNumber, typedAccountNumber } from "./account-number";
import { indexBanks } from "./bank-search";
import { mayBeAccount, noAccountPattern } from "./may-be-account";
import { walletOfPhone } from "./numbers-in";
import { readRecipient } from "./pasted-recipient";

/** What people paste, and what each field takes of it. */

const index = indexBanks([
  { code: "000014", name: "ACCESS BANK" },
  { code: "000003", name: "FCMB" },
  { code: "000016", name: "FIRST BANK OF NIGERIA" },
  { code: "090001", name: "GTB MICROFINANCE BANK" },
  { code: "000013", name: "GTBANK PLC" },
  { code: "090267", name: "Kuda Microfinance Bank" },
  { code: "100004", name: "OPAY" },
  { code: "100033", name: "PALMPAY" },
  { code: "000001", name: "STERLING BANK" },
  { code: "000004", name: "UNITED BANK FOR AFRICA" },
  { code: "000015", name: "ZENITH BANK PLC" },
]);

const account = "8140000231";

describe("the field of an account takes the number out of", () => {
  test.each([
    account,
    " 8140 000 231 ",
    "8140-000-231",
    "8140–000–231",
    "8140.000.231",
    "8140\u00a0000\u00a0231",
    "8140\u2007000\u202f231",
    "'8140000231",
    "\u202d8140000231\u202c",
    "\ufeff8140\u200b000231",
    "８１４００００２３１",
    "٨١٤٠٠٠٠٢٣١",
    "۸۱۴۰۰۰۰۲۳۱",
    "८१४००००२३१",
    "߈߁߄߀߀߀߀߂߃߁",
    "𝟖𝟏𝟒𝟎𝟎𝟎𝟎𝟐𝟑𝟏",
    "AccountNumber:8140000231",
    "Account Number: 8140000231",
    "Acct No. 8140000231",
    "A/C No: 8140 000 231",
    "Acc8140000231",
    "NUBAN - 8140000231",
    "Account: ８１４００００２３１",
    "رقم الحساب: ٨١٤٠٠٠٠٢٣١",
    "8140000231 (GTBank)",
    "GTBank 8140000231",
    "058 8140000231",
    "8140000231\n",
    "“8140000231”",
    "<8140000231>",
    "8140000231.",
    "Pay 8140000231, call 0803 111 2222",
  ])("%j", (text) => {
    expect([stripAccountNumber(text), typedAccountNumber(text), mayBeAccount(text)]).toEqual([
      account,
      account,
      true,
    ]);
  });
});

describe("a telephone number stays as it is, and its wallet’s account is offered and searched for", () => {
  test.each([
    "0801 234 5678",
    "08012345678",
    "0801-234-5678",
    "(0801) 234 5678",
    "+234 801 234 5678",
    "+2348012345678",
    "2348012345678",
    "+234 (0) 801 234 5678",
    "+234-801-234-5678",
    "009234 801 234 5678",
    "٠٨٠١٢٣٤٥٦٧٨",
    "０８０１２３４５６７８",
  ])("%j", (text) => {
    expect(stripAccountNumber(text)).not.toBe("8012345678");
    expect([walletOfPhone(text), typedAccountNumber(text), mayBeAccount(text)]).toEqual([
      ...["8012345678", "8012345678"],
      true,
    ]);
  });
});

describe("no account is read out of", () => {
  test.each([
    "d9c09aeb-1f42-4c11-a1b2-0123456789ab",
    "12345678-1234-4123-8123-123456789012",
    "2026-11-20 14:02:11",
    "2026-11-20 14:02",
    "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
    "abc0123456789def",
    "71,234.50 USDC",
    "109,345,678.90",
    "1234567890.50",
    "012345678",
    "01234567890123456789",
    "+1 415 555 0100 12",
    "INV 2041/2026",
  ])("%j", (text) => {
    expect([typedAccountNumber(text), walletOfPhone(text)]).toEqual([undefined, undefined]);
  });

  test("a text with two: neither is guessed in the field, and the search begins with the first", () => {
    const text = "0123456789 or 9876543210";
    expect(stripAccountNumber(text)).toMatch(/or/);
    expect(readRecipient(text, index)).toBeUndefined();
    expect(typedAccountNumber(text)).toBe("0123456789");
  });
});

describe("a message about an account fills the number, the bank and the name", () => {
  const gtbank = "GTBANK PLC";
  test.each([
    ["GTBank\n8140000231\nADEBAYO BALOGUN", gtbank, "ADEBAYO BALOGUN"],
    ["8140000231\r\nADEBAYO BALOGUN\r\nGTBank", gtbank, "ADEBAYO BALOGUN"],
    ["Adebayo Balogun\nGuaranty Trust Bank\n8140 000 231", gtbank, "Adebayo Balogun"],
    ["Bank: GTBank\nAccount Number: 8140000231\nAccount Name: Adebayo Balogun", gtbank, "Adebayo Balogun"],
    [
      "BANK NAME: GTBANK PLC\nACCOUNT NAME: ADEBAYO BALOGUN\nACCOUNT NO: 8140000231",
      gtbank,
      "ADEBAYO BALOGUN",
    ],
    [
      "Bank Name:\nGTBank\nAccount Name:\nAdebayo Balogun\nAccount Number:\n8140000231",
      gtbank,
      "Adebayo Balogun",
    ],
    ["Bank: GTBank Account Number: 8140000231 Account Name: Adebayo Balogun", gtbank, "Adebayo Balogun"],
    ["8140000231 GTBank Adebayo Balogun", gtbank, "Adebayo Balogun"],
    ["Adebayo Balogun, 8140000231, GTBank", gtbank, "Adebayo Balogun"],
    ["8140000231 - GTBank - Adebayo Balogun", gtbank, "Adebayo Balogun"],
    ["GTB; 8140000231; Adebayo Balogun", gtbank, "Adebayo Balogun"],
    ["Gtbank\t8140000231\tAdebayo Balogun", gtbank, "Adebayo Balogun"],
    [
      "Beneficiary: Adebayo Balogun\nBank: 058\nA/C No: 8140000231\nAmount: ₦5,000,000",
      gtbank,
      "Adebayo Balogun",
    ],
    ["ＧＴＢａｎｋ\n８１４００００２３１\nADEBAYO BALOGUN", gtbank, "ADEBAYO BALOGUN"],
    [
      "Name: Adé O’Brien-Bello\nBank: First Bank of Nigeria\nNUBAN: 8140000231",
      "FIRST BANK OF NIGERIA",
      "Adé O’Brien-Bello",
    ],
    [
      "Zenith Bank Plc\nACME VENTURES LTD.\n8140000231\nPhone: 08031112222",
      "ZENITH BANK PLC",
      "ACME VENTURES LTD.",
    ],
    ["Sterling Okafor\nUBA\n8140000231", "UNITED BANK FOR AFRICA", "Sterling Okafor"],
    ["Account Details\n8140000231\nKuda\nNgozi Eze", "Kuda Microfinance Bank", "Ngozi Eze"],
  ])("%j", (text, bank, accountName) => {
    const read = readRecipient(text, index);
    expect({ ...read, bank: read?.bank?.name }).toEqual({ accountNumber: account, bank, accountName });
  });

  test.each([
    ["OPay 0801 234 5678 Ngozi Eze", { accountNumber: "8012345678", bank: "OPAY", accountName: "Ngozi Eze" }],
    [
      "PalmPay\n+2348012345678\nNgozi Eze",
      { accountNumber: "8012345678", bank: "PALMPAY", accountName: "Ngozi Eze" },
    ],
    [
      "Bank: Moonlight Bank\n8140000231\nNgozi Eze",
      { accountNumber: account, bank: undefined, unknownBank: "Moonlight Bank", accountName: "Ngozi Eze" },
    ],
    ["8140000231 Unity Okafor", { accountNumber: account, bank: undefined, accountName: "Unity Okafor" }],
    ["AccountNumber:8140000231", { accountNumber: account, bank: undefined }],
    ["8140000231\nthanks", { accountNumber: account, bank: undefined }],
  ])("%j, as far as it goes", (text, expected) => {
    const read = readRecipient(text, index);
    expect({ ...read, bank: read?.bank?.name }).toEqual(expected);
  });
});

describe("the field of naira reads", () => {
  test.each([
    ["5,000,000", "5000000"],
    ["₦5,000,000.00", "5000000.00"],
    ["NGN 5 000 000", "5000000"],
    ["5,000,000 NGN", "5000000"],
    ["N5,000,000", "5000000"],
    ["=N=5,000,000", "5000000"],
    ["#5,000,000", "5000000"],
    ["5.000.000,00", "5000000.00"],
    ["5'000'000", "5000000"],
    ["５，０００，０００．００", "5000000.00"],
    ["٥٬٠٠٠٬٠٠٠٫٠٠", "5000000.00"],
    ["۵۰۰۰۰۰۰", "5000000"],
    ["5,000,000 naira", "5000000"],
  ])("%j as %s", (text, amount) => {
    expect(readAmountText(text, { symbol: "NGN", isPasted: true })).toMatchObject({
      kind: "amount",
      text: amount,
    });
  });

  test.each([
    ["5m", "Enter the amount in digits, such as 1250.50."],
    ["1.5 million", "Enter the amount in digits, such as 1250.50."],
    ["250k", "Enter the amount in digits, such as 1250.50."],
    ["100 USDC", "The text says USDC, but the amount is in NGN."],
    ["-5000", "Enter an amount above zero, without a sign."],
    ["(5,000)", "Enter the amount in digits, such as 1250.50."],
    ["5e6", "Enter the amount in digits, such as 1250.50."],
    ["100²", "Enter the amount in digits, such as 1250.50."],
    ["5,000 to 8140000231", "Enter the amount in digits, such as 1250.50."],
  ])("and refuses %j: %s", (text, message) => {
    expect(readAmountText(text, { symbol: "NGN", isPasted: true })).toEqual({ kind: "unreadable", message });
  });
});

test("a form without scripts sends no account's number, and lets IDs and amounts through", () => {
  const pattern = new RegExp(`^(?:${noAccountPattern})$`, "v");
  const refused = [account, "Account: 8140000231", "8140 000 231 GTBank", "٨١٤٠٠٠٠٢٣١", "08012345678"];
  const sent = ["d9c09aeb-1f42-4c11-a1b2-0123456789ab", "71,234.50", "ending in 0231", "ada obi", ""];
  expect([refused.filter((text) => pattern.test(text)), sent.filter((text) => !pattern.test(text))]).toEqual([
    [],
    [],
  ]);
});
