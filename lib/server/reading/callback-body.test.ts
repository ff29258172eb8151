import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastWork } from "#lib/testing/least-work";
import { askedFor100, storedBody } from "#lib/testing/ledger/asked";
import { canonicalSettlement, countKnownWords, isConflict } from "#lib/transfer/status-words";
import { readClaim, readingVersion } from "./callback-body";
import { namedInText } from "./named-in";

const read = (text: string) => readClaim(storedBody(text), askedFor100);
const document = readFileSync(new URL("../../../docs/callback-bodies.md", import.meta.url), "utf8");
/** The rows of the table below a heading, cell by cell, without the marks of code. */
function rowsOf(heading: string): string[][] {
  const section = document.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replace(/^`(.*)`$/, "$1")),
  );
}

describe("what is read of a body, as the document says", () => {
  const rows = rowsOf("What is read");
  it("has 60 bodies and more", () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it.each(rows)("%s: %s", async (_name, body, word, meaning) => {
    const claim = await read(body ?? "");
    const said = claim.word;
    const counts = said === undefined ? "-" : isConflict(said) ? "conflict" : canonicalSettlement(said);
    expect([said ?? "-", counts ?? "other"]).toEqual([word, meaning]);
  });
});

describe("how much arrived, as the document says", () => {
  it.each(rowsOf("How much arrived"))("%s: %s", async (_name, body, word, meaning, arrived) => {
    const claim = await read(body ?? "");
    const counts = canonicalSettlement(claim.word ?? "") ?? "other";
    expect([claim.word, counts, claim.arrived ?? "-"]).toEqual([word, meaning, arrived]);
  });
});

describe("how much was paid out, as the document says", () => {
  it.each(rowsOf("How much was paid out"))("%s: %s", async (_name, body, word, paidOut) => {
    const claim = await read(body ?? "");
    expect([claim.word, claim.paidOut ?? "-"]).toEqual([word, paidOut]);
  });
});

describe("what a body names, as the document says", () => {
  it.each(rowsOf("What names a transfer"))("%s: %s", (_name, body, ids, addresses) => {
    const named = namedInText(body ?? "");
    const cell = (found: string[]) => found.join(", ") || "-";
    expect([cell(named.transactionIds), cell(named.addresses)]).toEqual([ids, addresses]);
  });
});

describe("a claim", () => {
  const query = "status=failed&transactionId=q1";
  const beside = (text: string, also = query) => readClaim(storedBody(text), askedFor100, also);

  it("is the query's where there is no body", async () => {
    for (const text of ["", " \n"])
      expect(await beside(text)).toEqual({ word: "failed", transactionId: "q1" });
    expect(await beside('{"status":"paid"}')).toEqual({ word: "paid" });
    expect(await beside("", "")).toEqual({ unread: "empty" });
  });

  it.each([
    ["completed", { word: "completed" }],
    [" on hold \n", { word: "on hold" }],
    ['"completed"', { word: "completed" }],
    ["payment-processed", { word: "payment-processed" }],
    ["x".repeat(64), { word: "x".repeat(64) }],
    ["x".repeat(65), { unread: "unreadable" }],
    ["completed.", { unread: "unreadable" }],
    ['"a.b"', { unread: "unreadable" }],
    ["", { unread: "empty" }],
    ["\u200b", { unread: "unreadable" }],
    ["5", { word: "5" }],
    ["null", { unread: "empty" }],
    ["true", { word: "true" }],
    ["[]", { unread: "empty" }],
  ])("of the text %j is %j", async (text, claim) => {
    expect(await read(text)).toEqual(claim);
  });

  it("of a multipart form is the form's", async () => {
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = `${field("status", "paid")}${field("transactionId", "t1")}--x--\r\n`;
    expect(await read(form)).toEqual({ word: "paid", transactionId: "t1" });
  });

  it.each([
    [{ transactionId: "t1" }, { transactionId: "t1" }],
    [
      { transactionId: 12, status: "paid" },
      { word: "paid", transactionId: "12" },
    ],
    [{ data: { transaction_id: " t1 " }, transactionId: "t1" }, { transactionId: "t1" }],
    [{ transactionId: "" }, {}],
    [{ transactionId: { id: "t1" } }, {}],
    [{ transferId: "t1", id: "t2", reference: "t3" }, {}],
    [{ transactionId: "t".repeat(300) }, { transactionId: "t".repeat(256) }],
    [{ customer: { transactionId: "c1" }, transactionId: "t1" }, { transactionId: "t1" }],
    [{ deposit: { transactionId: "d1" }, transactionId: "t1" }, { transactionId: "t1" }],
    [{ transactionId: "t1", data: { transactionId: "t2" } }, { unread: "unreadable" }],
    [[{ transactionId: "t1" }, { transactionId: "t2" }], { unread: "unreadable" }],
    [{ transactionId: ["t1"], status: "paid" }, { word: "paid" }],
    [
      [{ transactionId: "t1", status: "paid" }, { transactionId: "t2" }],
      { word: "paid / several transactions" },
    ],
  ])("of %j is %j", async (body, claim) => {
    expect(await read(JSON.stringify(body))).toEqual(claim);
  });

  it("has a word of a hundred characters at most", async () => {
    const words = Array.from({ length: 4 }, (_, at) => ({ status: `${at}`.repeat(40) }));
    const { word = "" } = await read(JSON.stringify(words));
    expect(word).toBe(
      words
        .map(({ status }) => status)
        .join(" / ")
        .slice(0, 100),
    );
  });

  it("is none where a body has too many fields", async () => {
    const fields = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`f${at}`, 1]));
    expect(await read(JSON.stringify({ status: "paid", transactionId: "t1", ...fields }))).toEqual({
      unread: "unreadable",
    });
  });
});

/** Names of wrappers, with names that nobody uses among them. */
const wrapping = fc.array(
  fc.constantFrom("data", "payload", "transfer", "transaction", "body", "result", "event", "event_object"),
  { maxLength: 6 },
);
const wrap = (names: string[], inner: object, outer: object) =>
  names.reduceRight<object>((body, name, at) => ({ ...outer, [name]: at % 2 === 0 ? body : [body] }), inner);
const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each).toString("latin1"));
const paidWords = ["completed", "SUCCESS", "settled", "payment-processed", "paid"];
const otherWords = ["failed", "refunded", "processing", "quantum", "on hold", "reversed"];
const meaningOf = ({ word }: { word?: string }) =>
  word === undefined ? undefined : canonicalSettlement(word);

describe("whatever arrives", () => {
  it("is never a payment where a word inside or an event says otherwise", async () => {
    await fc.assert(
      fc.asyncProperty(
        wrapping,
        fc.constantFrom(...otherWords),
        fc.constantFrom(...paidWords),
        fc.boolean(),
        async (names, other, paid, isByEvent) => {
          const inner = isByEvent
            ? { event: "transfer.failed", data: { status: paid } }
            : { transactionId: "txn_1", status: other };
          const claim = await read(JSON.stringify(wrap(names, inner, { status: paid, success: true })));
          expect(meaningOf(claim)).not.toBe("paid");
        },
      ),
    );
  });

  it("is never a payment because of a message's success", async () => {
    await fc.assert(
      fc.asyncProperty(wrapping, fc.constantFrom(...paidWords), async (names, paid) => {
        const inner = { transactionId: "txn_1", amount: 5 };
        const outer = { status: paid, message: "ok", success: true };
        const body = wrap(names.length === 0 ? ["data"] : names, inner, outer);
        expect(meaningOf(await read(JSON.stringify(body)))).not.toBe("paid");
      }),
    );
  });

  it("is read without an error, in any form and to any depth", async () => {
    const awkward = [
      '{"status":{"isLosslessNumber":true,"value":5}}',
      `${'{"data":'.repeat(5_000)}{"status":"completed"}${"}".repeat(5_000)}`,
      `${"[".repeat(60_000)}`,
      `--x\r\ncontent-disposition: form-data; name="status"\r\n\r\ncompleted\r\n--x--`,
      "a[__proto__][status]=completed&__proto__[status]=completed",
      "=&=&&&[]=1",
    ];
    for (const text of awkward) expect(await read(text)).toBeTypeOf("object");
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), bytes), async (text) => {
        const { word = "", transactionId = "" } = await read(text);
        expect([word.length <= 100, transactionId.length <= 256]).toEqual([true, true]);
        namedInText(text);
      }),
      { numRuns: 150 },
    );
    expect("status" in {}).toBe(false);
  });

  it("names its transaction and its address in any wrapper", () => {
    const idName = fc.constantFrom("transactionId", "transaction_id", "TransactionID", "transferId");
    const addressName = fc.constantFrom("address", "depositAddress", "deposit_address", "walletAddress");
    fc.assert(
      fc.property(wrapping, idName, addressName, (names, id, address) => {
        const body = wrap(names, { [id]: "txn_1", [address]: "0xabc1" }, { success: false, message: "no" });
        expect(namedInText(JSON.stringify(body))).toEqual({
          transactionIds: ["txn_1"],
          addresses: ["0xabc1"],
        });
      }),
    );
  });

  it.each<[string, (part: number) => string]>([
    [
      "a list",
      (part) => JSON.stringify({ data: Array.from({ length: 4_000 * part }, () => ({ status: "x" })) }),
    ],
    [
      "names alike",
      (part) =>
        `{${Array.from({ length: 3_000 * part }, (_, at) => `"da${"_".repeat(at % 9)}ta${at}":{}`).join()}}`,
    ],
    [
      "deposit addresses",
      (part) =>
        JSON.stringify({
          depositAddresses: Array.from({ length: 2_700 * part }, (_, at) => `${at}`.padStart(20, "A")),
        }),
    ],
    ["a name without end", (part) => "transactionId".repeat(4_900 * part)],
    ["signs that begin an escape", (part) => `status=${"%".repeat(65_000 * part)}`],
    ["brackets", (part) => `${"a[b]".repeat(16_000 * part)}=1`],
  ])("takes four times the work for 64 kB as for 16, and not sixteen times: %s", async (_name, bodyOf) => {
    const workFor = (body: string) =>
      leastWork(async () => {
        await read(body);
        namedInText(body);
      });
    const [quarter, whole] = [await workFor(bodyOf(1 / 4)), await workFor(bodyOf(1))];
    expect(whole / quarter).toBeLessThan(8);
  });
});

it("is another reading with each word that is learned", () => {
  expect(readingVersion % 1_000).toBe(countKnownWords());
});
