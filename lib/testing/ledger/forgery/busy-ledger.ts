import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Payee } from "#lib/contract/payees";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import type { Db } from "#lib/server/tables/schema";
import { matchOne } from "#lib/testing/books/match-one";
import { closeOneMonth } from "#lib/testing/books/months";
import { fundOneBatch } from "#lib/testing/bulk/fund-one-batch";
import { agreeOnOne } from "#lib/testing/controls/agree-on-one";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { plainSvg } from "#lib/testing/pictures";
import { startWatchingDashboard, watchedAssets } from "#lib/testing/servers/watching-dashboard";
import { startFakeNode } from "#lib/testing/service/fake-node";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;

/**
 * A ledger that people, a service and a network have written: two transfers with deposits, one whose wallet was asked, one
 * that a payer has a link of, status updates (one of another transfer, one with a word that was taught), two payees, a
 * letterhead, a closed month, and totals. What a test changes in it need not hold.
 */
export async function openBusyLedger(): Promise<Db> {
  const node = await startFakeNode(chainId);
  const watching = await startWatchingDashboard([node.url], { APP_URL: "http://localhost:3000" });
  onTestFinished(async () => {
    watching.dashboard.spoil();
    await watching.close();
    await node.close();
  });
  const { send } = watching.dashboard;
  const act = async <Body>(method: string, path: string, body: object = {}) => {
    const headers = { "idempotency-key": randomUUID() };
    const answer = await send<Body>(method, path, { body, headers });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await watching.look();
  const { bankCode } = goodTransfer;
  const payees = [];
  for (const [name, accountNumber] of [
    ["Xavier", "2000000001"],
    ["Yusuf", "2000000002"],
  ])
    payees.push(
      await act<Payee>("POST", "/api/payees", { name, bankCode, accountName: name, accountNumber }),
    );
  const transfers = [];
  for (let at = 0; at < 5; at++) transfers.push(await watching.create({ reference: `INV ${at}` }));
  await watching.look();
  const [paid, over, asked, ...shared] = transfers;
  if (paid === undefined || over === undefined || asked === undefined) throw new Error("No transfers.");
  node.pay(contract, paid.address, 60_000_000n);
  node.mine(1);
  node.pay(contract, over.address, 140_000_000n);
  node.mine(2);
  await watching.look();
  const wallet = { wallet: "Wallet", from: `0x${"ab".repeat(20)}` };
  await act("POST", `/api/transfers/${asked.id}/fundings`, wallet);
  for (const { id } of shared)
    await act("POST", `/api/transfers/${id}/pay-link`, { payeeName: "Ada", validHours: 24, showBank: true });
  await act("POST", `/api/transfers/${paid.id}/notes`, { kind: "note", text: "Seen." });
  await act("POST", "/api/words", { word: "quote_locked", meaning: "awaiting_deposit" });
  await act("PUT", "/api/letterhead", {
    ...{ after: "0", name: "Ada & Daughters", address: "1 Road\nLagos", rcNumber: "1", vatNumber: "2" },
    logo: plainSvg.toString("base64"),
  });
  const ledger = await db();
  await fundOneBatch(watching.dashboard);
  await matchOne(watching.dashboard, paid.id);
  await agreeOnOne(ledger, watching.dashboard);
  await closeOneMonth(watching.dashboard);
  for (const { id } of [asked, ...shared])
    if ((await watching.report({ id }, { status: "quote_locked" })) !== 204) throw new Error("Not taken.");
  for (const { id } of [paid, over])
    for (const said of [{ status: "completed" }, { status: "failed", transactionId: `other-${id}` }])
      if ((await watching.report({ id }, said)) !== 204) throw new Error("No callback was taken.");
  while (await followUp(ledger, env().timeZone));
  return ledger;
}
