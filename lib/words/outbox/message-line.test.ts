import { expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { shownStanding } from "#lib/testing/ledger/shown-standing";
import { chatBody } from "./chat-body";
import { messageLine, type ToldHappening } from "./message-line";

type Sums = { sum?: string; other?: [string, string] };

/** As much of a transfer as a line says. */
function transferOf(changes: Partial<Transfer> = {}, { sum, other }: Sums = {}): Transfer {
  const otherToken = other === undefined ? null : { symbol: other[0], amount: other[1] as Amount };
  return {
    ...{ amount: "1250.5", fromCurrency: "USDC", accountName: "Adaeze Okonkwo", accountNumber: "0123456789" },
    ...{ status: "awaiting_deposit", address: "0x1", addressCheck: "valid", unknownWords: [], flags: [] },
    ...{ arrivedAmount: null, standing: shownStanding() },
    deposit: { label: "none", amount: sum ?? null, otherToken, confirmations: null },
    ...changes,
  } as unknown as Transfer;
}
const happened: ToldHappening = {
  ...{ kind: "transfer.status_reported", status: "awaiting_deposit", statusSource: "service_callback" },
  ...{ reason: null, deposit: undefined, refusal: null },
};
const line = (told: Partial<ToldHappening>, transfer = transferOf()) =>
  messageLine(transfer, { ...happened, ...told }, false);
const raised = (reason: string, transfer: Transfer) => line({ kind: "attention.raised", reason }, transfer);
const payout = "payout of 1,250.50 USDC to Adaeze Okonkwo";

it("says the state, the amount and the recipient in the words of the screen", () => {
  const short = { chip: "short", reason: "chain_short" } as const;
  expect(raised("chain_short", transferOf({ standing: shownStanding(short) }, { sum: "1176.9" }))).toBe(
    `Short: 73.60 USDC is missing, ${payout}`,
  );
  expect(line({ kind: "transfer.created", status: "recorded" })).toBe(`Created: ${payout}`);
  // Also when it is sent, or gone, by the time that the line is written.
  for (const [kind, word] of [
    ["transfer.waiting", "Waiting for approval"],
    ["transfer.approved", "Approved"],
    ["transfer.declined", "Declined"],
  ] as const)
    expect(line({ kind, status: "awaiting_approval" }, transferOf({ status: "paid" }))).toBe(
      `${word}: ${payout}`,
    );
  expect(line({ status: "paid" }, transferOf({ status: "paid" }))).toBe(`Paid, says the service: ${payout}`);
  const unpaid = { status: "failed", standing: shownStanding({ reason: "failed" }) } as const;
  expect(line({ status: "failed" }, transferOf(unpaid, { sum: "226" }))).toBe(
    `Failed, says the service: 226.00 USDC with the service, ${payout}`,
  );
  // Nothing but the payout is in question.
  expect(raised("unknown_outcome", transferOf({ status: "unknown" }))).toBe(`Outcome unknown: ${payout}`);
  const wrong = transferOf({ standing: shownStanding({ chip: "wrong_token" }) }, { other: ["USDT", "219"] });
  expect(raised("chain_wrong_token", wrong)).toBe(
    `Wrong token on the network: 219.00 USDT arrived, ${payout}`,
  );
  expect(messageLine(transferOf(), { ...happened, kind: "transfer.created" }, true)).toBe(
    `Sandbox, no real money. Created: ${payout}`,
  );
});

it("says of a deposit what was seen, in which token, and what is missing", () => {
  const seen = (amount: string, token: string, missing: string) =>
    line({
      kind: "transfer.deposit_seen",
      deposit: { token, amount: amount as Amount, missing: missing as Amount },
    });
  expect(seen("60", "USDC", "1190.5")).toBe(`Deposit seen: 60.00 USDC, 1,190.50 USDC is missing, ${payout}`);
  expect(seen("1250.5", "USDC", "0")).toBe(`Deposit seen: 1,250.50 USDC, ${payout}`);
  expect(seen("5", "USDT", "1250.5")).toBe(
    `Deposit seen: 5.00 USDT, which is another token, 1,250.50 USDC is missing, ${payout}`,
  );
});

it("attributes to the service only what it said, and a state that has passed keeps its own word", () => {
  const gone = transferOf({ status: "paid", standing: shownStanding({ reason: "payment_withdrawn" }) });
  expect(line({ status: "deposit_received" }, gone)).toBe(`Deposit received, says the service: ${payout}`);
  const differ = transferOf({ standing: shownStanding({ chip: "differ" }) });
  expect(line({}, differ)).toBe(`Figures differ: ${payout}`);
  expect(line({ status: "not_created", statusSource: "person" })).toBe(
    `Not created, says a person: ${payout}`,
  );
  expect(line({ status: "rejected", statusSource: "dashboard" })).toBe(`Rejected: ${payout}`);
  const refusal = { code: "service_refused", retryAfterSeconds: null, field: "bankCode" } as const;
  expect(
    line({ kind: "transfer.rejected", status: "rejected", statusSource: "service_answer", refusal }),
  ).toBe(`Rejected, says the service: ${payout}. It refused the bank. Correct it and try again.`);
});

const hostile =
  "<!channel> <@U1>\u202e\n*Ada* _x_ [pay](https://evil.example) & <https://evil.example|here> {{DATE(2026-11-20T09:00:00Z)}} acct 0123 456-789 01";

it("stays one line of a bounded length without a whole number of an account, whatever others named", () => {
  const unknown = {
    status: "other" as const,
    unknownWords: [`paid to 0123456789 ${hostile}`],
    accountName: `0123456789 ${hostile}${"\u{1f600}".repeat(5_000)}`,
  };
  const other: [string, string] = [`${hostile}${"T".repeat(5_000)}`, "9".repeat(40)];
  const transfer = transferOf(unknown, { other });
  for (const told of [
    line({ status: "other" }, transfer),
    raised("chain_wrong_token", transfer),
    line(
      {
        kind: "transfer.deposit_seen",
        deposit: { amount: "1" as Amount, token: other[0], missing: "1" as Amount },
      },
      transfer,
    ),
  ]) {
    expect(told).not.toMatch(/[\n\r\u202e]/);
    expect(told).not.toMatch(/0123|45678/);
    expect([...told].length).toBeLessThan(600);
  }
});

it("is text to Slack and to Teams: no mention, no mark, and no link but ours", () => {
  const url = "https://pay.example/transfers/3fb51727?a=1&b=2";
  const told = `Paid: payout of 1.00 USDC to ${hostile}`;
  const slack = JSON.parse(chatBody("slack", { line: told, url }));
  // Slack's own signs are left in our link alone.
  expect(slack.text.match(/<[^>]*>/g)).toEqual([
    "<https://pay.example/transfers/3fb51727?a=1&amp;b=2|Open the transfer>",
  ]);
  expect(slack.text).toContain("&lt;!channel&gt; &lt;@U1&gt;");
  expect(slack.text).toContain(" &amp; ");
  expect(slack).toMatchObject({ mrkdwn: false, unfurl_links: false, unfurl_media: false });
  const [{ elements }] = slack.blocks[0].elements;
  expect(slack.blocks[0].type).toBe("rich_text");
  expect(elements).toEqual([
    { type: "text", text: told },
    { type: "text", text: " " },
    { type: "link", url, text: "Open the transfer" },
  ]);

  const teams = JSON.parse(chatBody("teams", { line: told, url }));
  const [{ contentType, content }] = teams.attachments;
  expect([teams.type, contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
  expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
  expect(content.actions).toEqual([{ type: "Action.OpenUrl", title: "Open the transfer", url }]);
  const [{ type, inlines }] = content.body;
  // A run of text, which knows no Markdown.
  expect([type, inlines[0].type]).toEqual(["RichTextBlock", "TextRun"]);
  expect(inlines[0].text).toContain("*Ada* _x_ [pay](https://evil.example)");
  expect(inlines[0].text).not.toContain("{{");

  for (const form of ["slack", "teams"] as const)
    expect(chatBody(form, { line: "Test", url: undefined })).not.toMatch(/undefined|Open the transfer/);
});
