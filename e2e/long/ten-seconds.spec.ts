import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { shifted } from "#lib/testing/servers/shifted-clock";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { expect, test } from "../support/dashboards/test";
import { readTransfer } from "../support/steps/journey";
import { type Life, liveOnSandbox } from "../support/steps/states-of-a-transfer";
import { expectLeads, type Leads, lookAt, signInAgain } from "../support/steps/ten-seconds";

/**
 * Every state of a transfer's page, early and late: what leads says what happened to the money and what to do now, and no
 * state is closed to anybody. `npm run screenshots -- ten-seconds` shows each to fresh eyes.
 */
test.use({ ownDashboard: "ten seconds" });
test.describe.configure({ timeout: 900_000 });

const lateMs = 3 * 3_600_000;
/** What is sent on Polygon stays unconfirmed for as long as anybody looks. */
const assets = sandboxAssets
  .filter(({ asset }) => asset === "base:usdc" || asset === "polygon:usdc")
  .map((asset) => (asset.network === "polygon" ? { ...asset, confirmations: 500 } : asset));
const table = { OFFRAMP_ASSETS: JSON.stringify(assets) };

/** How it comes to be, what then leads, and what leads three hours later, where that is something else. */
type State = {
  asset?: string;
  accountName?: string;
  live: (life: Life) => Promise<void>;
  early: Leads;
  late?: Leads;
};

const taken = ["deposit_received", "processing"];
const paid = [...taken, "completed"];
/** The whole amount arrives, and then the service says these words. */
const whole =
  (...words: string[]): State["live"] =>
  async ({ pays, says }) => {
    await pays("pay_all");
    await says(...words);
  };
/** The other way round, and then it says more. */
const after =
  (word: string, ...words: string[]): State["live"] =>
  async ({ pays, says }) => {
    await says(word);
    await pays("pay_all");
    await says(...words);
  };
const part =
  (what: Parameters<Life["pays"]>[0], ...words: string[]): State["live"] =>
  async ({ pays, says }) => {
    await pays(what);
    await says(...words);
  };

const states: Record<string, State> = {
  awaiting: {
    live: async () => undefined,
    early: ["Send exactly, and only once", "1,248.00 USDC"],
    late: [
      "The time to send has passed",
      "Don’t send before you have asked the service whether it still takes it.",
    ],
  },
  arrived: {
    live: whole(),
    early: [
      "1,248.00 USDC arrived on Base, the exact amount",
      "The service hasn’t reported it yet. Nothing to do now: don’t send again.",
    ],
    late: ["1,248.00 USDC arrived on Base. The service hasn’t said so.", "Give the service the transaction."],
  },
  received: {
    live: whole("deposit_received"),
    early: ["The service says that it has the deposit and pays next", "Nothing to do now: don’t send again."],
    late: ["No news since the service said deposit received", "Ask it when the payout goes out."],
  },
  "received, not on the network": {
    live: ({ post }) => post({ status: "deposit_received" }),
    early: ["The service says that it has the deposit and pays next", "Nothing to do now: don’t send again."],
    late: ["No news since the service said deposit received", "Reported, not on the network"],
  },
  processing: {
    live: whole(...taken),
    early: ["The service says that it is paying the recipient", "Nothing to do now: don’t send again."],
    late: ["No news since the service said processing", "Ask it when the payout goes out."],
  },
  paid: {
    live: whole(...paid),
    early: ["Reported paid", "As quoted. The service doesn’t report the final amount."],
  },
  "paid, then reversed": {
    live: whole(...paid, "reversed"),
    early: [
      "The service said paid, then that it came back",
      "Ask the service where it is before you pay again.",
    ],
  },
  "paid, then refunded": {
    live: whole(...paid, "refunded"),
    early: ["Paid, then sent back", "Ask it who has the money before you pay again."],
  },
  "paid, then failed": {
    live: whole(...paid, "failed"),
    early: [
      "The service said paid, then failed",
      "look at the recipient’s bank statement before you pay again.",
    ],
  },
  "paid, then an unknown word": {
    live: whole(...paid, "quantum_settled"),
    early: ["The service said “quantum_settled”", "It also says paid."],
  },
  "paid, and too much arrived": {
    live: part("pay_over", ...paid),
    early: ["249.60 USDC too much", "and the service says paid. Ask it what happens to the rest."],
  },
  refunding: {
    live: whole("deposit_received", "failed", "refunding"),
    early: ["Being sent back", "The service is sending 1,248.00 USDC back. Wait until you have it"],
  },
  refunded: {
    live: whole("deposit_received", "failed", "refunding", "refunded"),
    early: ["Sent back", "Check that you have it before you pay again."],
  },
  "refund failed": {
    live: whole("deposit_received", "failed", "refund_failed"),
    early: ["Not paid, and not sent back", "Ask it how you get it back."],
  },
  "failed with the money there": {
    live: whole(...taken, "failed"),
    early: ["Not paid", "1,248.00 USDC arrived and is with the service. Ask it to pay, or to send it back."],
  },
  "failed before anything arrived": {
    live: ({ post }) => post({ status: "failed" }),
    early: ["Not paid", "Nothing arrived. Don’t send to this address: to pay, create a new transfer."],
  },
  "on hold at the service": {
    live: whole("deposit_received", "on_hold"),
    early: ["The service holds the money", "Ask what it needs. Don’t send again."],
  },
  short: {
    live: part("pay_short", "underpaid"),
    early: ["499.20 USDC is missing", "Ask the service before you send the rest"],
  },
  over: {
    live: part("pay_over", "overpaid"),
    early: ["249.60 USDC too much", "Ask the service what happens to the rest. Don’t send again."],
  },
  "short by an unknown sum": {
    live: ({ post }) => post({ status: "underpaid" }),
    early: [
      "Less than 1,248.00 USDC arrived",
      "The service doesn’t say how much. Ask it before you send the rest.",
    ],
  },
  "money after the end": {
    live: after("expired"),
    early: [
      "1,248.00 USDC arrived after the transfer had ended",
      "It may be lost. Give the service the transaction",
    ],
  },
  "late, then paid": {
    live: after("expired", ...paid),
    early: ["Arrived late, reported paid", "Check that the recipient has the money."],
  },
  "deposit late": {
    live: ({ post }) => post({ status: "paid_late" }),
    early: ["The deposit arrived late", "Ask it what happens to the money. Don’t send again."],
  },
  "wrong token": {
    live: part("pay_other_token"),
    early: ["1,248.00 USDbC arrived, not USDC", "It may be lost. Give the service the transaction"],
  },
  "wrong token, then expired": {
    live: part("pay_other_token", "expired"),
    early: ["1,248.00 USDbC arrived, not USDC", "It may be lost. Give the service the transaction"],
  },
  "figures differ": {
    live: async ({ pays, post }) => {
      await pays("pay_all");
      await post({ status: "deposit_received", receivedAmount: "750.30", currency: "USDC" });
    },
    early: ["The service and the network don’t agree", "Don’t send more until the service has explained."],
  },
  "unknown word": {
    live: ({ says }) => says("quantum_settled"),
    early: ["The service said “quantum_settled”", "Don’t send until you know what it means."],
  },
  "unread update": {
    live: ({ post }) => post("{ not json at all"),
    early: [
      "The service sent an update that we couldn’t read",
      "Don’t send until you know: the address is closed.",
    ],
  },
  "another address in an update": {
    live: ({ post }) =>
      post({ status: "awaiting_deposit", depositAddress: "0xde709f2102306220921060314715629080e2fb77" }),
    early: ["The service names two addresses or transaction IDs", "Don’t send to either"],
  },
  "two statuses in one": {
    live: ({ post }) => post({ event: "transfer.completed", data: { status: "failed" } }),
    early: ["One update has two statuses", "Ask the service"],
  },
  "wrong address": {
    accountName: "SANDBOX WRONG NETWORK",
    live: async () => undefined,
    early: ["This does not look like a Base address. Do not send.", "Ask the service before anything else."],
  },
  "no address": {
    accountName: "SANDBOX MISSING ADDRESS",
    live: ({ becomes }) => becomes("awaiting_deposit"),
    early: [
      "This transfer exists at the service, but no deposit address was received",
      "Ask the service for the deposit address.",
    ],
    // The sandbox has paid it by then, whatever it was paid from.
    late: ["Paid without a valid address", "Ask which deposit it paid out."],
  },
  gone: {
    asset: "polygon:usdc",
    live: ({ vanishes }) => vanishes(),
    early: ["A deposit that was seen is gone", "Ask the service before you send again."],
  },
  expired: {
    live: ({ post }) => post({ status: "expired" }),
    early: ["Expired", "Already sent? Contact the service before doing anything else."],
  },
  "cancelled by the service": {
    live: ({ post }) => post({ status: "cancelled" }),
    early: ["Cancelled by the service", "Already sent? Contact the service before doing anything else."],
  },
};

test("every state of a transfer, early and three hours later", async ({ page, dashboard }) => {
  await dashboard.restart(table);
  const ids = new Map<string, string>();
  const made = { amount: "1248.00", reference: "INV-2046" };
  for (const [name, { live, early, late: _, ...extra }] of Object.entries(states)) {
    const life = await liveOnSandbox(page, dashboard, { ...made, ...extra });
    ids.set(name, life.id);
    await live(life);
    await lookAt(page, life.id, `early ${name}`, early);
  }
  const seen = await liveOnSandbox(page, dashboard, { ...made, asset: "polygon:usdc" });
  await seen.sends();
  await lookAt(page, seen.id, "early seen", ["Seen on Polygon", "Don’t send again."]);
  const stopped = await liveOnSandbox(page, dashboard, made);
  const last = (await readTransfer(page, stopped.id)).standing.seen;
  const data = { reason: "The invoice was cancelled.", seen: `${last}` };
  const stop = await page.request.post(`/api/transfers/${stopped.id}/stop`, { data });
  expect(stop.status(), await stop.text()).toBe(200);
  await lookAt(page, stopped.id, "early stopped", [
    "We won’t fund this transfer",
    "Already sent? Contact the service.",
  ]);

  execFileSync(process.execPath, scriptArgs("lib/commands/hold-transfers.ts"), {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      ...ownerVariables,
      DATABASE_URL: `file:${join(dashboard.folder, "dashboard.db")}`,
      SANDBOX_DATABASE: join(dashboard.folder, "sandbox.db"),
    },
    stdio: "pipe",
  });
  const awaiting = ids.get("awaiting") ?? "";
  await lookAt(page, awaiting, "early held", [
    "New payments are held. Don’t send.",
    "An admin can end the hold.",
  ]);
  const { hold } = (await (await page.request.get("/api/hold")).json()) as { hold: { since: string } };
  // Not before every server has written again what it remembers.
  const release = () => page.request.post("/api/hold/release", { data: { since: hold.since } });
  await expect.poll(async () => (await release()).status(), { timeout: 90_000 }).toBe(200);
  await lookAt(page, awaiting, "early restored", [
    "Somebody may have sent already. Don’t send.",
    "Check with your colleagues and in the block explorer.",
  ]);

  // A page that is open would ask a server that is away.
  await page.goto("about:blank");
  await dashboard.restart({ ...table, ...shifted(lateMs) });
  await signInAgain(page, dashboard, lateMs);
  for (const [name, { early, late }] of Object.entries(states)) {
    const id = ids.get(name) ?? "";
    if (late === undefined) await expectLeads(page, id, `late ${name}`, early);
    else await lookAt(page, id, `late ${name}`, late);
  }
});
