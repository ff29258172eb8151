import type { TransferWithEvents } from "#lib/contract/api";
import type { FundingAnswer, FundingEnd } from "#lib/contract/funding/fundings";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { showTransfer } from "#lib/server/ledger/shown-transfer";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { findRow } from "#lib/server/ledger/transfer-row";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { Trx } from "#lib/server/tables/schema";
import { type FundingState, heardFrom, liveFundings, type WalletWord } from "#lib/transfer/funding";
import { settleFundings } from "./settle-funding";
import { appendFundEvent, moveFunding } from "./write-funding";

/** Invariant: a funding ends by its own wallet's answer, by what the chain shows, or by a person who says why. */

/** Which states each answer changes. A late hash is kept in every state, as evidence. */
const answers: Record<WalletWord, readonly FundingState[]> = {
  sent: ["asked", "unsure"],
  unsure: ["asked"],
  not_sent: ["asked"],
};

/** Throws `not_found`, and `not_allowed` for anybody but the person whose wallet was asked. */
export async function answerFunding(
  id: string,
  fundingId: string,
  input: FundingAnswer,
  actor: Actor,
): Promise<Pick<FundingRow, "id" | "state">> {
  const said = heardFrom(input);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "fund");
    const funding = await holdFunding(trx, id, fundingId);
    if (funding.person_id !== actor.person.id)
      throw new Problem("not_allowed", "Only the person whose wallet was asked can answer for it.");
    const isMoved = await moveFunding(trx, funding, answers[said], said);
    const hash = said === "sent" ? input.hash?.toLowerCase() : undefined;
    const isNewHash = hash !== undefined && funding.hash === null;
    if (isNewHash) await trx.updateTable("fundings").set({ hash }).where("id", "=", funding.id).execute();
    if (isMoved || isNewHash) await recordAnswer(trx, funding, said, input, actor);
    // The network may have shown it before the wallet said so.
    if (isNewHash) await settleFundings(trx, funding.transfer_id);
    return trx
      .selectFrom("fundings")
      .select(["id", "state"])
      .where("id", "=", funding.id)
      .executeTakeFirstOrThrow();
  });
}

async function recordAnswer(
  trx: Trx,
  funding: FundingRow,
  said: WalletWord,
  { hash, code }: FundingAnswer,
  actor: Actor,
): Promise<void> {
  const kinds = { sent: "fund_sent", not_sent: "fund_not_sent", unsure: "fund_unsure" } as const;
  await appendFundEvent(
    trx,
    funding,
    { source: "wallet", kind: kinds[said], person_name: actor.person.email },
    { hash, code },
  );
  await appendAudit(trx, {
    ...originOf(actor),
    action: "funding_answered",
    recordId: funding.transfer_id,
    detail: { wallet: said },
  });
}

/** Throws `not_found`, and `not_possible_now` for one that has ended. */
export async function closeFunding(
  id: string,
  fundingId: string,
  { reason }: FundingEnd,
  actor: Actor,
): Promise<TransferWithEvents> {
  const transferId = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "fund", true);
    const funding = await holdFunding(trx, id, fundingId);
    if (!(await moveFunding(trx, funding, liveFundings, "closed")))
      throw new Problem("not_possible_now", "This wallet request has ended already. Reload the page.");
    await appendFundEvent(trx, funding, {
      ...{ source: "person", kind: "fund_closed", person_name: actor.person.email },
      text: reason.trim(),
    });
    await appendAudit(trx, {
      ...originOf(actor),
      action: "funding_closed",
      recordId: funding.transfer_id,
      detail: {},
    });
    return funding.transfer_id;
  });
  return showTransfer(transferId, actor);
}

/** On its locked transfer. */
async function holdFunding(trx: Trx, id: string, fundingId: string): Promise<FundingRow> {
  const { id: ownId } = await findRow(trx, id);
  await holdTransfers(trx, [ownId]);
  const found = await trx
    .selectFrom("fundings")
    .selectAll()
    .where("id", "=", fundingId.toLowerCase())
    .where("transfer_id", "=", ownId)
    .executeTakeFirst();
  if (found === undefined)
    throw new Problem("not_found", "This transfer has no wallet request with that ID.");
  return found;
}
