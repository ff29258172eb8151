import type { TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { StandingInput } from "#lib/contract/transfer/standing";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { readHouseOf } from "#lib/server/standing/house";
import { toStandingFacts } from "#lib/server/standing/standing-facts";
import { readFacts } from "#lib/server/standing/transfer-facts";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import type { StandingFacts } from "#lib/transfer/standing/facts";
import { type Invitation, invitationOf } from "#lib/transfer/standing/invitation";
import { moneyOf } from "#lib/transfer/standing/money";
import { printOf } from "#lib/transfer/standing/print";
import { closedWords } from "#lib/words/deposit/closed-words";
import { countReceived } from "./apply-received";
import { showTransfer } from "./shown-transfer";
import { appendEvent, holdTransfers } from "./transfer-ledger";
import { findRow, findUpToDate } from "./transfer-row";

/**
 * Invariant: a person opens or stops what they have seen, with a reason. Opening holds for one window and until the next
 * fact; stopping is ours alone, since the service has no way to cancel.
 */

/** Asks for money again. Throws `not_resolvable` where nothing of it can be lifted, and `changed` after a newer event. */
export function openAgain(id: string, input: StandingInput, actor: Actor): Promise<TransferWithEvents> {
  return decide(id, { input, actor, isConfirmed: true }, async (trx, { row, facts, invitation }) => {
    if (invitation.isOpen) throw refusal("This transfer is open already.");
    if (!invitation.canOpen) {
      const why = invitation.bar === null ? "" : closedWords[invitation.bar].title;
      throw refusal(`This can’t be opened again: ${why}`);
    }
    await append(trx, row.id, "opened", { input, actor, print: printOf(facts) });
    await appendAudit(trx, {
      ...originOf(actor),
      action: "transfer_opened",
      recordId: row.id,
      detail: { ...(invitation.bar !== null && { closedBy: invitation.bar }) },
    });
  });
}

/** Asks nobody for money any more. Throws `not_resolvable` where money arrived or a wallet may have sent. */
export function stopAsking(id: string, input: StandingInput, actor: Actor): Promise<TransferWithEvents> {
  return decide(id, { input, actor, isConfirmed: false }, async (trx, { row, facts }) => {
    if (facts.state.submission !== "accepted" || facts.state.isFinal)
      throw refusal("Only a transfer that the service waits for can be stopped.");
    if (facts.acts.isStopped) throw refusal("Nobody is asked to fund this transfer any more.");
    if (facts.funding !== null)
      throw refusal("A wallet was asked to send, and may have sent. Close that request first.");
    if (moneyOf(facts).hasAny) throw refusal("Money has arrived for this transfer already.");
    await append(trx, row.id, "stopped", { input, actor, print: null });
    await appendAudit(trx, {
      ...originOf(actor),
      action: "transfer_stopped",
      recordId: row.id,
      detail: {},
    });
  });
}

type Deciding = { input: StandingInput; actor: Actor; isConfirmed: boolean };
type Held = { row: TransferRow; facts: StandingFacts; invitation: Invitation };

async function decide(
  id: string,
  { input, actor, isConfirmed }: Deciding,
  act: (trx: Trx, held: Held) => Promise<void>,
): Promise<TransferWithEvents> {
  const ledger = await db();
  // What the service has reported comes first.
  await findUpToDate(ledger, id);
  const transferId = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "resolve", isConfirmed);
    const { id: ownId } = await findRow(trx, id);
    await holdTransfers(trx, [ownId]);
    const row = await findRow(trx, ownId);
    const read = (await readFacts(trx, [row]))(ownId);
    if (`${read.lastSeq}` !== input.seen || (await countReceived(trx, ownId)) > 0)
      throw new Problem(
        "changed",
        "Something was reported or recorded since you opened this page. Look at it, and decide again. Nothing was changed.",
      );
    const facts = toStandingFacts(row, read);
    const house = (await readHouseOf(trx, [row]))(row);
    await act(trx, { row, facts, invitation: invitationOf(facts, house) });
    return ownId;
  });
  return showTransfer(transferId, actor);
}

type Said = { input: StandingInput; actor: Actor; print: string | null };

function append(trx: Trx, id: string, kind: "opened" | "stopped", { input, actor, print }: Said) {
  return appendEvent(trx, id, {
    ...{ source: "person", person_name: actor.person.email, kind, text: input.reason.trim() },
    word: print,
  });
}

function refusal(detail: string): Problem {
  return new Problem("not_resolvable", `${detail} Nothing was changed.`);
}
