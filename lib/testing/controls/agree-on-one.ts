import { randomUUID } from "node:crypto";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import type { Db } from "#lib/server/tables/schema";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Rules, a transfer and a payee's account that waited by them until somebody else agreed, and a name that was confirmed. */
export async function agreeOnOne(ledger: Db, { send }: TestDashboard): Promise<void> {
  const somebody = () => writeSession(ledger, testSecret, { role: "finance", hasSecondFactor: true });
  const [maker, approver] = [await somebody(), await somebody()];
  const act = async <Body>(cookie: string | undefined, path: string, body?: object) => {
    const headers = { "idempotency-key": randomUUID(), ...(cookie !== undefined && { cookie }) };
    const method = body === undefined ? "GET" : "POST";
    const answer = await send<Body>(method, path, {
      ...(cookie !== undefined && { as: "nobody" }),
      ...(body !== undefined && { body }),
      headers,
    });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const tiers = [{ fromNaira: "1", approvals: 1, by: "finance" }];
  const set = (after: string, rules: object) => act(undefined, "/api/controls", { after, rules });
  await set("0", { ...noRules, tiers, payeeChange: true });
  const asked = await act<Transfer>(maker.cookie, "/api/transfers", { ...goodTransfer, confirmAmount: true });
  const path = `/api/approvals/${asked.id}`;
  const { subjectHash, payout } = await act<ApprovalDetail>(approver.cookie, path);
  const acceptedQuote = { outputAmount: payout?.naira ?? "", quotedAt: new Date().toISOString() };
  await act(approver.cookie, `${path}/decision`, { decision: "approve", subjectHash, acceptedQuote });
  const account = { bankCode: goodTransfer.bankCode, accountNumber: "2000000003", accountName: "Zainab" };
  const { id } = await act<Payee>(maker.cookie, "/api/payees", { name: "Zainab", ...account });
  const other = { ...account, accountNumber: "2000000004", after: "1", howChecked: "Called her" };
  await act(maker.cookie, `/api/payees/${id}/versions`, other);
  const { subjectHash: asAsked } = await act<ApprovalDetail>(approver.cookie, `/api/approvals/${id}.2`);
  const decision = { decision: "approve", subjectHash: asAsked, lastFour: "0004" };
  await act(approver.cookie, `/api/approvals/${id}.2/decision`, decision);
  const said = { version: "2", how: "called_back", note: "Called …4821" };
  await act(approver.cookie, `/api/payees/${id}/name`, said);
}
