import { randomUUID } from "node:crypto";
import type { Payee } from "#lib/contract/payees";
import type { AccountDetail, OwnAccounts, Statement } from "#lib/features/books/books-answers";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { dayOf } from "#lib/text/zone-day";

/** The account that a transfer went to, as an own one: with a match that stands, one that was taken back, and a line of neither. */
export async function matchOne({ send }: TestDashboard, transferId: string): Promise<void> {
  const act = async <Body>(method: string, path: string, body?: object) => {
    const headers = { "idempotency-key": randomUUID() };
    const answer = await send<Body>(method, path, { ...(body && { body }), headers });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { bank_code: bankCode, account_number: accountNumber } = await (await db())
    .selectFrom("transfers")
    .select(["bank_code", "account_number"])
    .where("id", "=", transferId)
    .executeTakeFirstOrThrow();
  const name = "Our own account";
  const payee = await act<Payee>("POST", "/api/payees", { name, bankCode, accountNumber, accountName: name });
  await act("POST", `/api/payees/${payee.id}/own-account`, { version: `${payee.version}`, isOwn: true });
  const [account] = (await act<OwnAccounts>("GET", "/api/own-accounts")).items;
  const day = dayOf(Date.now(), env().timeZone);
  const statement = await act<Statement>("POST", "/api/statements", {
    ...{ account: account?.id, name: "Statement" },
    text: `Date,Narration,Reference,Credit,Balance\n${["11.00,11.00", "12.00,23.00", "13.00,36.00"]
      .map((end, at) => `${day},NARRATION ${at},REF ${at},${end}`)
      .join("\n")}\n`,
  });
  const of = `/api/own-accounts/${account?.id}`;
  for (const { id } of statement.lines.slice(0, 2))
    await act("POST", `${of}/matches`, { line: id, transfer: transferId, difference: "part" });
  const { matches } = await act<AccountDetail>("GET", `${of}?show=matched`);
  await act("POST", `${of}/matches/${matches[0]?.id}/withdrawal`, { reason: "It was another." });
}
