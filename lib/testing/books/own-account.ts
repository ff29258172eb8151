import { randomUUID } from "node:crypto";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import type { AccountDetail, Confirmed, OwnAccounts, Statement } from "#lib/features/books/books-answers";
import { env } from "#lib/server/config/env";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, type FaultyService } from "#lib/testing/service/faulty-service";
import { dayOf } from "#lib/text/zone-day";

export type StatementLineSaid = {
  day?: string;
  narration?: string;
  reference?: string;
  credit?: string;
  debit?: string;
};

/** A payee whose account is the business's own, payouts to it, and its statements. */
export async function openOwnAccount(dashboard: TestDashboard, service: FaultyService) {
  const accountNumber = `${1_000_000_000 + Math.floor(Math.random() * 9e8)}`;
  const { bankCode } = goodTransfer;
  const name = `Own ${accountNumber}`;
  const today = dayOf(Date.now(), env().timeZone);
  const { body: payee } = await dashboard.send<Payee>("POST", "/api/payees", {
    body: { name, bankCode, accountName: name, accountNumber },
  });
  const mark = (isOwn: boolean) =>
    dashboard.send<Payee>("POST", `/api/payees/${payee.id}/own-account`, {
      body: { version: `${payee.version}`, isOwn },
    });
  await mark(true);
  const { body: accounts } = await dashboard.send<OwnAccounts>("GET", "/api/own-accounts");
  const id = accounts.items.find((each) => each.payee.id === payee.id)?.id ?? "";

  /** A payout to it, reported paid. */
  async function pay(amount: string, status: string | null = "completed") {
    const address = `0x${randomUUID().replaceAll("-", "").padStart(40, "7")}`;
    const transactionId = `t-${randomUUID()}`;
    service.behave("initiate", answer(200, JSON.stringify({ success: true, address, transactionId })));
    const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
      body: { ...goodTransfer, amount, accountNumber, accountName: name, confirmSeparate: true },
      headers: { "idempotency-key": randomUUID() },
    });
    const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
    const report = (word: string) =>
      dashboard.send("POST", new URL(sent.callbackUrl).pathname, { body: { status: word } });
    if (status !== null) await report(status);
    return { id: body.id, transactionId, expected: body.quote?.outputAmount ?? "", report };
  }

  /** As a bank writes it, with a balance after each line. */
  function csvOf(
    lines: readonly StatementLineSaid[],
    { opening = 1_000_000_00n, account = accountNumber } = {},
  ) {
    let balance = opening;
    const kobo = (text = "") => (text === "" ? 0n : BigInt(Math.round(Number(text) * 100)));
    const money = (value: bigint) => `${value / 100n}.${`${value % 100n}`.padStart(2, "0")}`;
    const rows = lines.map(({ day = today, narration = "", reference = "", credit = "", debit = "" }) => {
      balance += kobo(credit) - kobo(debit);
      return [day, narration, reference, debit, credit, money(balance)].join(",");
    });
    const header = "Trans. Date,Narration,Reference,Debit,Credit,Balance";
    return [`Account number: ${account}`, header, ...rows, ""].join("\n");
  }

  const bring = (text: string, { key = randomUUID(), ...more }: { key?: string; dayOrder?: string } = {}) =>
    dashboard.send<Statement>("POST", "/api/statements", {
      body: { account: id, name: "November.csv", text, ...more },
      headers: { "idempotency-key": key },
    });
  const view = async (show?: string, as: "support" | "admin" = "admin") =>
    (
      await dashboard.send<AccountDetail>("GET", `/api/own-accounts/${id}${show ? `?show=${show}` : ""}`, {
        as,
      })
    ).body;
  const confirm = (body: object) =>
    dashboard.send<Confirmed>("POST", `/api/own-accounts/${id}/confirmation`, { body });
  const match = (body: object) =>
    dashboard.send<AccountDetail>("POST", `/api/own-accounts/${id}/matches`, { body });
  const withdraw = (matchId: string) =>
    dashboard.send<AccountDetail>("POST", `/api/own-accounts/${id}/matches/${matchId}/withdrawal`, {
      body: { reason: "It was another payout." },
    });
  return { id, payee, accountNumber, today, mark, pay, csvOf, bring, view, confirm, match, withdraw };
}
