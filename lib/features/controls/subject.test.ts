import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ownTextNames } from "#lib/transfer/own-texts";
import { type BatchSubject, batchHash, type TransferSubject, transferHash } from "./subject";

const transfer: TransferSubject = {
  ...{ amount: "1250.5", asset: "base:usdc", fromCurrency: "USDC", network: "base", currency: "NGN" },
  ...{ country: "NG", bankCode: "000013", bankName: "GTBank Plc", accountNumber: "0123456789" },
  ...{ accountName: "Ọláolúwa “Ọlá” Ltd", payeeId: "p1", payeeVersion: 3, reference: "INV 7" },
  ...{ purpose: null, callbackUrl: null, makerId: "ada", replaces: null },
};
const { makerId, ...content } = transfer;
const row = { ...content, key: "k1", askedOutput: null };
const batch: BatchSubject = {
  makerId: "ada",
  rates: { USDT: "1500", USDC: "1501.5" },
  rows: [row, { ...row, key: "k2", askedOutput: "5000000" }],
};

it("is the SHA-256 of the list that the recipe names, so that anybody can compute it again", () => {
  const list =
    '["transfer-1","1250.5","base:usdc","USDC","base","NGN","NG","000013","GTBank Plc","0123456789","Ọláolúwa “Ọlá” Ltd","p1",3,"INV 7",null,null,"ada",null]';
  expect(transferHash(transfer)).toBe(createHash("sha256").update(list, "utf8").digest("hex"));
  expect(transferHash(transfer)).toBe("10777d8d6a700ada71984b1030af6c436526be2a34dd1097d1f3239e077a5084");
  const rows =
    '["k1","1250.5",null,"base:usdc","USDC","base","NGN","NG","000013","GTBank Plc","0123456789","Ọláolúwa “Ọlá” Ltd","p1",3,"INV 7",null,null,null]';
  const listed = `["batch-1","ada",[["USDC","1501.5"],["USDT","1500"]],[${rows},${rows.replace('"k1","1250.5",null', '"k2","1250.5","5000000"')}]]`;
  expect(batchHash(batch)).toBe(createHash("sha256").update(listed, "utf8").digest("hex"));
});

/** Beside what it is: nothing, a longer text, and what JSON writes specially. */
const others = (value: string | number | null): (string | number | null)[] =>
  typeof value === "number"
    ? [value + 1, null]
    : [
        null,
        "",
        `${value}x`,
        `${value}"`,
        `${value}\\`,
        `${value}\u0000`,
        `${value}\ud800`,
        `${value}\\ud800`,
        "null",
      ];

it("differs with every field of a transfer, and of every row of a batch", () => {
  const fields = Object.entries(transfer);
  expect(fields).toHaveLength(17);
  const changed = fields.flatMap(([name, value]) =>
    others(value)
      .filter((other) => other !== value)
      .map((other) => transferHash({ ...transfer, [name]: other })),
  );
  expect(new Set([transferHash(transfer), ...changed]).size).toBe(1 + changed.length);

  const [first, second] = batch.rows;
  const changedRows = Object.entries(row).flatMap(([name, value]) =>
    others(value)
      .filter((other) => other !== value)
      .map((other) =>
        batchHash({ ...batch, rows: [{ ...row, [name]: other }, ...(second ? [second] : [])] }),
      ),
  );
  expect(new Set([batchHash(batch), ...changedRows]).size).toBe(1 + changedRows.length);
  expect(first).toBe(row);
});

it("differs where a value moves into the next field", () => {
  const texts = Object.entries(transfer).filter(([, value]) => typeof value === "string");
  const moved = texts.slice(1).map(([name, value], at) => {
    const [before, text] = texts[at] ?? [];
    return transferHash({ ...transfer, [`${before}`]: `${text}${value}`, [name]: "" });
  });
  expect(new Set([transferHash(transfer), ...moved]).size).toBe(texts.length);
});

it("of a batch differs with rows, their order, rates and maker, and not with the order of rates", () => {
  const { rates, rows } = batch;
  const others = [
    { ...batch, rows: rows.toReversed() },
    { ...batch, rows: rows.slice(1) },
    { ...batch, rows: [...rows, ...rows] },
    { ...batch, rates: { ...rates, USDC: "1501.50" } },
    { ...batch, rates: { USDT: "1500" } },
    { ...batch, makerId: "obi" },
  ].map(batchHash);
  expect(new Set([batchHash(batch), ...others]).size).toBe(7);
  expect(batchHash({ ...batch, rates: { USDC: "1501.5", USDT: "1500" } })).toBe(batchHash(batch));
});

it("has every text that staff write about a transfer: nobody approves what another text will stand beside", () => {
  for (const name of ownTextNames) {
    expect(transferHash({ ...transfer, [name]: "another" }), name).not.toBe(transferHash(transfer));
    const rows = [{ ...row, [name]: "another" }];
    expect(batchHash({ ...batch, rows }), name).not.toBe(batchHash({ ...batch, rows: [row] }));
  }
});
