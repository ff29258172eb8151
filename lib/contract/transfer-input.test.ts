import { describe, expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { faults, sentences } from "#lib/testing/service/field-faults";
import { type InputRules, transferInput } from "./api";

const rules: InputRules = { assets: sandboxAssets, allowPrivateCallbacks: false };
const transfer = transferInput(rules);

describe("the recipient of a transfer", () => {
  const with_ = (changes: Record<string, unknown>) => transfer.safeParse({ ...goodTransfer, ...changes });

  test.each(["amount", "asset", "bankCode", "accountNumber", "accountName"])("C22 needs %s", (field) => {
    for (const value of [undefined, null, 5, true, [], {}])
      expect(faults(transfer, { ...goodTransfer, [field]: value })).toContain(field);
    for (const text of sentences(transfer, { ...goodTransfer, [field]: undefined }))
      expect(text).toMatch(/\.$/);
  });

  test.each(["", " ", "000 013", "x".repeat(33), "000013\n", "<b>", "'--", "٠٠٠٠١٣"])(
    "C14 refuses the bank code %j",
    (bankCode) => {
      expect(faults(transfer, { ...goodTransfer, bankCode })).toEqual(["bankCode"]);
    },
  );

  test.each(["044", "000013", "000004", "KD", "999-1"])(
    "keeps the bank code %s with its leading zeros",
    (bankCode) => {
      expect(with_({ bankCode })).toMatchObject({ success: true, data: { bankCode } });
    },
  );

  test.each([
    "",
    "012345678",
    "01234567890",
    "012345678a",
    "01234 6789",
    "0123-56789",
    " 0123456789",
    "0123456789 ",
    "0123456789\n",
    "٠١٢٣٤٥٦٧٨٩",
    "０１２３４５６７８９",
    "-123456789",
    "+123456789",
    "1e00000000",
    1234567890,
  ])("C15 refuses the account number %j", (accountNumber) => {
    expect(faults(transfer, { ...goodTransfer, accountNumber })).toEqual(["accountNumber"]);
  });

  test.each(["0123456789", "0000000000", "0000000018", "9999999999"])(
    "keeps the account number %s",
    (accountNumber) => {
      expect(with_({ accountNumber })).toMatchObject({ success: true, data: { accountNumber } });
    },
  );

  test.each([
    ["empty", ""],
    ["blank", "   "],
    ["of one letter", "A"],
    ["of 201 letters", "A".repeat(201)],
    ["of 10,000 combining marks", `e${"\u0301".repeat(10_000)}`],
    ["without a letter", "1234"],
    ["of emoji alone", "🙂🙂"],
    ["with a direction override", "Ada\u202eeze"],
    ["with a direction isolate", "Ada\u2066eze"],
    ["with a zero-width space", "Ada\u200beze"],
    ["with a zero-width joiner", "Ada\u200deze"],
    ["with a byte order mark", "\ufeffAda"],
    ["with a soft hyphen", "Ada\u00adeze"],
    ["with NUL", "Ada\0Eze"],
    ["with a newline", "Ada\nEze"],
    ["with CRLF", "Ada\r\nX-Header: 1"],
    ["with a tab", "Ada\tEze"],
    ["with an escape", "Ada\u001b[31m"],
    ["with a line separator", "Ada\u2028Eze"],
    ["with a private character", "Ada\ue000"],
    ["with half a character", "Ada\ud800"],
    ["with a tag character", "Ada\u{e0041}"],
    ["of letters that show nothing", "\u3164\u3164\u3164"],
    ["with a grapheme joiner", "Ada\u034fEze"],
    ["with a variation selector", "Ada\ufe0f"],
  ])("C17 refuses an account name %s", (_what, accountName) => {
    expect(faults(transfer, { ...goodTransfer, accountName })).toEqual(["accountName"]);
  });

  test.each([
    "O’Brien",
    "O'Brien",
    "Ọláolúwa Adébáyọ̀ Ṣówándé".normalize("NFC"),
    "Chukwu-Emeka Nwọkọ",
    "Ɗan Ƙasuwa",
    "=cmd()|'/c calc'!A1",
    "<b>Ada</b>",
    "Ltd. & Sons (Nig.) No. 2",
    "José Ñandú",
    "阿达",
    "Ng",
    "A".repeat(200),
  ])("C17 keeps the account name %j byte for byte", (accountName) => {
    expect(with_({ accountName })).toMatchObject({ success: true, data: { accountName } });
  });

  test("C17 brings a name into one form: composed, and without space around it", () => {
    const composed = "Ọláolúwa".normalize("NFC");
    for (const accountName of [composed.normalize("NFD"), ` ${composed} `, `\u00a0${composed}`])
      expect(with_({ accountName })).toMatchObject({ data: { accountName: composed } });
  });
});

describe("the callback URL that a person gives", () => {
  const at = (callbackUrl: unknown, allowPrivateCallbacks = false) =>
    faults(transferInput({ ...rules, allowPrivateCallbacks }), { ...goodTransfer, callbackUrl });

  test.each(["https://example.com/updates", "https://example.com:8443/a?b=c", "https://8.8.8.8/x"])(
    "may be %s",
    (url) => {
      expect(at(url)).toEqual([]);
    },
  );

  test.each([
    "",
    "example.com",
    "/updates",
    "http://example.com/",
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "https://user@example.com/",
    "https://u:p@example.com/",
    "https://example.com/#x",
    "https://exam ple.com/",
    "https://example.com/a b",
    "https://example.com/\n",
    `https://example.com/${"x".repeat(2_048)}`,
    "https://localhost/",
    "https://127.0.0.1/",
    "https://169.254.169.254/",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://10.0.0.1/",
    "https://printer/",
    "https://db.internal/",
    null,
    5,
    {},
  ])("is refused when it is %j", (url) => {
    expect(at(url)).toEqual(["callbackUrl"]);
  });

  test("may be a private one in sandbox mode alone", () => {
    for (const url of ["http://127.0.0.1:3000/x", "http://localhost/x", "https://10.0.0.1/x"]) {
      expect([url, at(url)]).toEqual([url, ["callbackUrl"]]);
      expect([url, at(url, true)]).toEqual([url, []]);
    }
    for (const url of ["ftp://127.0.0.1/", "javascript:alert(1)", "http://u:p@127.0.0.1/"])
      expect([url, at(url, true)]).toEqual([url, ["callbackUrl"]]);
  });
});

describe("what else a transfer may carry", () => {
  test.each([
    ["acceptedQuote", { outputAmount: "1500", quotedAt: "2026-11-21T12:00:00Z" }, true],
    ["acceptedQuote", { outputAmount: "1500.123456789", quotedAt: "2026-11-21T12:00:00Z" }, true],
    ["acceptedQuote", { outputAmount: "1e3", quotedAt: "2026-11-21T12:00:00Z" }, false],
    ["acceptedQuote", { outputAmount: "-5", quotedAt: "2026-11-21T12:00:00Z" }, false],
    ["acceptedQuote", { outputAmount: 1500, quotedAt: "2026-11-21T12:00:00Z" }, false],
    ["acceptedQuote", { outputAmount: "1500", quotedAt: "yesterday" }, false],
    ["acceptedQuote", { outputAmount: "1500", quotedAt: "2026-11-21T12:00:00Z", rate: "1" }, false],
    ["confirmSeparate", true, true],
    ["confirmSeparate", "true", false],
    ["replaces", "7a0e2d6c-3c44-4b7e-9d52-3f3b1c9f7a10", true],
    ["replaces", "7A0E2D6C", false],
    ["replaces", "../x", false],
  ])("%s %j: %s", (field, value, isGood) => {
    expect(faults(transfer, { ...goodTransfer, [field]: value })).toEqual(isGood ? [] : [field]);
  });

  test("takes a reference of 64 and a purpose of 140 characters as they are meant, and none for a blank", () => {
    const of = (changes: object) => transfer.safeParse({ ...goodTransfer, ...changes });
    const kept = of({ reference: "  INV\u00a0 2041 ", purpose: "x".repeat(140) });
    expect(kept).toMatchObject({ data: { reference: "INV 2041", purpose: "x".repeat(140) } });
    expect(of({ reference: " " }).data?.reference).toBeUndefined();
    for (const reference of ["x".repeat(65), "INV\n1", "INV\u00001", "INV\u200b1", 5, null])
      expect(faults(transfer, { ...goodTransfer, reference })).toEqual(["reference"]);
    expect(faults(transfer, { ...goodTransfer, purpose: "x".repeat(141) })).toEqual(["purpose"]);
  });
});
