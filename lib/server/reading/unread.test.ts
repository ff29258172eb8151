import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { askedFor100, storedBody } from "#lib/testing/ledger/asked";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { readClaim } from "./callback-body";

const read = (body: string | Buffer) => readClaim(storedBody(body), askedFor100);

/** Words of services, of banks and of people, none of which any list has. */
const words =
  `payment_received payout_failed terminated frozen seized quantum_settled paid_out not_paid unpaid unsuccessful incomplete
  on_ice halted paused suspended stopped aborted void voided disputed contested clawed_back recalled retracted revoked withdrawn
  bounced dishonoured dishonored unfunded defunded misdirected misrouted mismatched wrong_network wrong_token wrong_address
  wrong_asset lost missing stuck hung stale dead closed archived deleted purged superseded replaced duplicated duplicate
  quarantined flagged screened sanctioned escalated investigating under_investigation under_review awaiting_review aml_hold
  kyc_required kyb_pending verification_failed name_mismatch account_closed account_frozen bank_down bank_timeout bank_rejected
  no_liquidity out_of_liquidity liquidity_hold rate_expired quote_expired quote_locked quote_void slippage price_moved
  deposit_failed deposit_rejected deposit_lost deposit_unconfirmed deposit_orphaned reorged orphaned dropped evicted
  mempool unconfirmed double_spent double_spend fee_too_low gas_failed out_of_gas nonce_error bridge_failed bridging bridged
  swapping swapped swap_failed converting converted conversion_failed payout_pending payout_sent payout_done payout_returned
  payout_rejected payout_unknown sent submitted accepted_by_bank acknowledged queued queueing retrying retry retried
  partially_refunded part_refunded refund_requested refund_due refund_unknown refund_sent refund_lost returned_to_sender
  returning sent_back money_back clawback charge_back chargebacked disputed_by_bank settled_partially partially_settled
  half_paid part_paid overfunded underfunded short over excess shortfall topped_up topup_required more_required
  fulfilled_partially finished ended over_limit limit_exceeded cap_reached throttled rate_limited maintenance degraded
  unknown undefined none null_status n/a tbd todo ok_but okay_ish done_ish 0 1 2 7 99 -1 200_ok E01 ERR_42 0x1
  earmarked escrowed impounded garnished levied parked annulé payé échoué bezahlt fehlgeschlagen завершено 完了 支付成功 مدفوع भुगतान ✅ 💸 paid! completed? раid ＰＡＩＤ`
    .split(/\s+/)
    .filter((word) => word !== "");

describe("a word that no list has", () => {
  it("is one of two hundred, and none of ours", () => {
    expect(new Set(words).size).toBeGreaterThanOrEqual(200);
    for (const word of words) expect([word, canonicalSettlement(word)]).toEqual([word, undefined]);
  });

  it.each(words)("%s is kept as it came, wherever a status stands", async (word) => {
    for (const body of [
      { transactionId: "t", transferStatus: word },
      { data: { state: word } },
      { event: "transfer.updated", data: { transaction: { status: word, amount: 5 } } },
    ]) {
      // Words of messages say nothing of a transfer that they stand beside: numbers are HTTP's.
      const isOfMessages = /^(?:sent|\d+)$/.test(word);
      const said = await read(JSON.stringify(body));
      if (!isOfMessages) expect([body, said]).toMatchObject([body, { word }]);
      expect(canonicalSettlement(said.word ?? "")).toBeUndefined();
    }
    expect((await read(JSON.stringify({ status: word }))).word).toBe(word);
  });

  it.each(words.filter((word) => /^[a-z]+(?:_[a-z]+)*$/.test(word)))(
    "%s as an event's verb is heard of",
    async (word) => {
      const said = await read(JSON.stringify({ event: `transfer.${word}`, data: { transactionId: "t" } }));
      expect(said.word ?? "").not.toBe("");
      expect(canonicalSettlement(said.word ?? "")).not.toBe("paid");
    },
  );
});

type Unread = "unreadable" | "encoding" | "cut" | "empty";
const bodies: Record<Unread, (string | Buffer)[]> = {
  unreadable: [
    ...['{"status":"failed",}', "{'status':'failed'}", "{status:failed}", '{"status":"failed"} extra'],
    ...['{"status":NaN}', '{"status":undefined}', "// hi\n{}", '{"a":1}{"status":"failed"}'],
    ...['callback({"status":"failed"});', 'while(1);{"status":"failed"}', ')]}\',\n{"status":"failed"}'],
    ...[
      '{"status":"processing"}\n{"status":"failed"}',
      "<status>failed</status>",
      "<?xml version='1.0'?><a/>",
    ],
    ...[
      "<html><body>failed</body></html>",
      "Your transfer failed.",
      "status: failed\nid: 5",
      "- status: failed",
    ],
    ...["status,id\nfailed,5", "status=", "eyJzdGF0dXMiOiJmYWlsZWQiLCJhIjoxfQ==", "status%3Dfailed"],
    ...['{"status":"failed","status":"completed"}', '{"status":{"value":"failed"}}', '{"status":["failed"]}'],
    ...[
      '{"status":null}',
      '{"status":""}',
      '{"status":[]}',
      '{"status":{}}',
      '["failed"]',
      "[1,2]",
      '[["failed"]]',
    ],
    ...['{"foo":{"status":"failed"}}', '{"foo":{"status":"frozen"}}', '{"screening":{"status":"rejected"}}'],
    ...['{"json":"{\\"status\\":\\"frozen\\"}"}', '{"transactionId":"t","failed":true}', '{"refunded":true}'],
    ...[
      '{"result":"failed"}',
      '{"outcome":"frozen"}',
      '{"statusText":"Frozen by bank"}',
      '{"payoutStage":"bounced"}',
    ],
    ...['{"type":"failed"}', '{"type":"transfer","action":"failed"}', '{"name":"transfer.failed"}'],
    ...[
      '{"subject":"payout/completed"}',
      '{"transactionId":"t","error":"Account closed"}',
      '{"errors":["no"]}',
    ],
    ...[
      '{"transactionId":"t","amount":9,"status":"delivered"}',
      '{"transactionId":"t","amount":9,"state":3}',
    ],
    ...['{"transactionId":"t","isFailed":true}', '{"data":{"was_reversed":true}}', "failed="],
    ...['{"errorCode":"E1"}', '{"failureReason":"Bank said no"}', '{"success":false,"message":"No"}'],
    ...['{"data":{"ok":false}}', '{"status":"completed","data":{"transactionId":"t"}}'],
    ...['[{"transactionId":"t1"},{"transactionId":"t2"}]', '{"constructor":{"status":"paid"}}'],
    ...[`${'{"data":'.repeat(20)}{"status":"failed"}${"}".repeat(20)}`, '"a.b"', "x".repeat(65)],
    ...[JSON.stringify(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`f${at}`, at])))],
    gzipSync("<status>failed</status>"),
    ...['{"transactionId":"t","message":"Transfer failed"}', '{"data":{"msg":"The payment was reversed"}}'],
    // In lists of words, packed in a text, and as a flag that is a text or a number.
    ...['{"id":"t","statuses":["failed"]}', '{"data":["failed"]}', '{"data":{"x":[["reversed"]]}}'],
    ...[
      '{"data":"eyJhbGciOiJIUzI1NiJ9.eyJzdGF0dXMiOiJmYWlsZWQifQ.c2ln"}',
      '{"encryptedData":"U2FsdGVkX18rZmFpbGVk"}',
    ],
    ...[
      "payload=eyJzdGF0dXMiOiJmYWlsZWQifQ%3D%3D",
      '{"failed":"true"}',
      '{"transactionId":"t","isReversed":1}',
    ],
    ...[
      '{"transaction_status":"Success","merchant_amount":"1"}',
      '{"payoutStatus":"SUCCESSFUL","address":"0x1","fee":"1"}',
      '{"transactionId":"t","rejectionReason":"Limits"}',
      `${'{"data":['.repeat(2)}${"[".repeat(14)}{"status":"failed"}${"]".repeat(14)}${"]}".repeat(2)}`,
    ],
  ],
  encoding: [
    ...[Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]), Buffer.from([0xfe, 0xff, 0x00])],
    ...[Buffer.from([0x80, 0x81, 0x00, 0xff]), Buffer.from('{"a":"\0"}')],
    ...[
      gzipSync(Buffer.from([1, 2, 3, 0, 5])),
      gzipSync(gzipSync(gzipSync(gzipSync('{"status":"failed"}')))),
    ],
    Buffer.from("0a0666616973656412", "hex"),
  ],
  cut: [
    ...['{"status":"fail', '{"transactionId":"t","data":{"sta', "[", "{", '[{"status":"failed"},'],
    ...[gzipSync('{"status":"failed"}').subarray(0, 20), gzipSync(Buffer.alloc(10_000_000, "a"))],
    ...[brotliCompressSync(Buffer.alloc(10_000_000, "a")), deflateSync(Buffer.alloc(10_000_000, "a"))],
  ],
  empty: [
    "",
    " ",
    "\n\t",
    "{}",
    "[]",
    "null",
    '""',
    '" "',
    "[{}]",
    "\ufeff",
    Buffer.from("\ufeff{}", "utf16le"),
    Buffer.alloc(4),
  ],
};

describe("a body that cannot be read", () => {
  it.each(Object.entries(bodies).flatMap(([why, all]) => all.map((body) => [why, body] as const)))(
    "is %s: %j",
    async (why, body) => {
      const { unread, word } = await read(body);
      expect([unread, word]).toEqual([why, undefined]);
    },
  );

  it("is told of beside a word that is read, too", async () => {
    expect(await read('[{"status":"awaiting_payment"},"failed"]')).toEqual({
      ...{ word: "awaiting_payment", unread: "unreadable" },
    });
  });

  it("that was too long is cut, whatever its start says", async () => {
    const stored = { ...storedBody('{"status":"completed"}'), is_truncated: 1 };
    expect(await readClaim(stored, askedFor100)).toEqual({ unread: "cut" });
  });
});

it.each([
  ...['{"transactionId":"t","amount":9,"status":"success"}', '{"transactionId":"t","amount":9,"status":200}'],
  ...['{"transactionId":"t","status":"received","message":"Queued"}', '{"isAccepted":true,"hasPaid":false}'],
  ...['{"note":"hello"}', '{"transactionId":"t"}', '{"success":true,"transactionId":"t"}', "a=b"],
  ...[
    '{"event":"quote.expired","data":{"status":"expired"}}',
    '{"event":"kyc.approved","status":"completed"}',
  ],
  ...[
    '{"event":"transfer.updated","data":{"id":"t","type":"offramp"}}',
    '{"event":"webhook.test","error":"none"}',
  ],
  ...['{"status":"success","message":"Transfer is being processed","data":{"transactionId":"t","amount":5}}'],
  ...[
    '{"status":200,"data":{"transactionId":"t"}}',
    '{"customer":{"status":"frozen"},"error":null,"errors":[]}',
  ],
  ...[
    '{"transactionId":"t","currency":"NGN","bank":{"state":"Lagos"},"errorCode":"00"}',
    '{"transactionId":"t","signature":"eyJhbGciOiJIUzI1NiJ9..c2ln","tags":["new"],"status_history":["failed"]}',
    '{"bankStatus":"active"}',
  ],
])("%s is read, and says nothing", async (body) => {
  const { word, unread } = await read(body);
  expect([word, unread]).toEqual([undefined, undefined]);
});

describe("an encoding", () => {
  const text = '{"transactionId":"txn_1","status":"failed","by":"José"}';
  const utf16 = (order: "le" | "be", mark: string) => {
    const bytes = Buffer.from(`${mark}${text}`, "utf16le");
    return order === "le" ? bytes : bytes.swap16();
  };
  const utf32 = (order: "le" | "be", mark: string) => {
    const codes = [...`${mark}${text}`].map((each) => each.codePointAt(0) ?? 0);
    const bytes = Buffer.alloc(codes.length * 4);
    for (const [at, code] of codes.entries())
      order === "le" ? bytes.writeUInt32LE(code, at * 4) : bytes.writeUInt32BE(code, at * 4);
    return bytes;
  };
  const mark = "\ufeff";
  const encoded: [string, string | Buffer][] = [
    ["UTF-8 with a mark", `${mark}${text}`],
    ["UTF-8 with two marks, and spaces", `${mark}${mark} \n${text}\r\n`],
    ["UTF-8 with a zero at its end", Buffer.from(`${text}\0`)],
    ["UTF-16 with a mark", utf16("le", mark)],
    ["UTF-16 without one", utf16("le", "")],
    ["UTF-16, the other way round", utf16("be", mark)],
    ["the same without a mark", utf16("be", "")],
    ["UTF-32", utf32("le", mark)],
    ["UTF-32 without a mark", utf32("le", "")],
    ["UTF-32, the other way round", utf32("be", mark)],
    ["the same without a mark", utf32("be", "")],
    ["Latin 1", Buffer.from(text, "latin1")],
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate without a head", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip, twice", gzipSync(gzipSync(text))],
    ["br in gzip", gzipSync(brotliCompressSync(text))],
    ["gzip of UTF-16", gzipSync(utf16("be", mark))],
    ["gzip with a mark inside", gzipSync(`${mark}${text}`)],
  ];
  it.each(encoded)("%s is read", async (_name, body) => {
    expect(await read(body)).toEqual({ word: "failed", transactionId: "txn_1" });
  });

  it.each([
    ["a form", Buffer.from("status=failed&transactionId=txn_1", "utf16le")],
    ["JSON in a form", `payload=${encodeURIComponent(text)}`],
    ["JSON in a field of any name", `p=${encodeURIComponent('{"transactionId":"txn_1","status":"failed"}')}`],
    ["JSON in JSON", JSON.stringify({ json: text })],
    ["a packed form", gzipSync("status=failed&transactionId=txn_1")],
  ])("%s in it too", async (_name, body) => {
    expect(await read(body)).toEqual({ word: "failed", transactionId: "txn_1" });
  });
});
