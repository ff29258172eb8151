import { createHash } from "node:crypto";
import type { TransferWithEvents } from "#lib/contract/api";
import type { AdviceInput } from "#lib/contract/letterhead/advice";
import { adviceMail } from "#lib/contract/outbox/mail-kinds";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { type Budget, countAttempt, guessWindowMs } from "#lib/server/credentials/attempts";
import { db } from "#lib/server/database/db";
import { showTransfer } from "#lib/server/ledger/shown-transfer";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { findRow, findUpToDate } from "#lib/server/ledger/transfer-row";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { isMailSet } from "#lib/server/outbox/messengers";
import type { Trx } from "#lib/server/tables/schema";
import { storedMail } from "./advice-mail";

/**
 * Invariant: an advice is asked for on the locked row, once for each key: its event, its audit entry and the mail that waits
 * are one transaction.
 */

/** To one address, whoever asks. */
export const adviceMails: Budget = { max: 10, windowMs: guessWindowMs };
/** Of one transfer, to all addresses. */
export const mostAdvices = 20;

/**
 * A repeat with the same key changes nothing. Throws `not_found`, `not_possible_now`, `idempotency_key_reused` and
 * `too_many_requests`.
 */
export async function sendAdvice(
  id: string,
  key: string,
  { to }: AdviceInput,
  actor: Actor,
): Promise<TransferWithEvents> {
  const ledger = await db();
  const { id: own } = await findUpToDate(ledger, id);
  const mail = mailOf(own, key);
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "send_advice");
    await holdTransfers(trx, [own]);
    if (await wasAsked(trx, own, { mail, to })) return;
    await requireSendable(trx, own);
    await spendAddress(trx, to);
    await appendEvent(trx, own, {
      ...{ source: "person", person_name: actor.person.email, kind: "advice_asked", text: to },
      ...{ raw: storedMail(mail), raw_encoding: "utf8" },
    });
    const at = new Date().toISOString();
    await appendDeliveries(trx, [
      {
        ...{ id: mail, channel: "mail", endpoint_id: null, person_id: null, subject: own },
        ...{ kind: adviceMail, body: JSON.stringify({ to }), created_at: at, due_at: at },
      },
    ]);
    await appendAudit(trx, {
      ...originOf(actor),
      ...{ action: "advice_sent", recordId: own, detail: { email: to } },
    });
  });
  return showTransfer(own, actor);
}

/** Its ID follows from the key, so that the database refuses a second one. */
function mailOf(transferId: string, key: string): string {
  return `msg_${createHash("sha256").update(`advice\0${transferId}\0${key}`).digest("base64url").slice(0, 24)}`;
}

async function wasAsked(
  trx: Trx,
  transferId: string,
  { mail, to }: { mail: string; to: string },
): Promise<boolean> {
  const asked = await readAsked(trx, transferId).where("raw", "=", storedMail(mail)).executeTakeFirst();
  if (asked === undefined) return false;
  if (asked.text === to) return true;
  throw new Problem(
    "idempotency_key_reused",
    "This Idempotency-Key was sent before, with another address. Nothing was sent again.",
  );
}

function readAsked(trx: Trx, transferId: string) {
  return trx
    .selectFrom("transfer_events")
    .select("text")
    .where("transfer_id", "=", transferId)
    .where("kind", "=", "advice_asked");
}

async function requireSendable(trx: Trx, transferId: string): Promise<void> {
  const refuse = (why: string) => new Problem("not_possible_now", `${why} Nothing was sent.`);
  const { status } = await findRow(trx, transferId);
  if (status !== "paid") throw refuse("This transfer isn’t reported paid, so there is no advice of it.");
  if (!isMailSet())
    throw refuse("This server sends no e-mail. An admin sets SMTP_URL and MAIL_FROM, and restarts it.");
  if ((await readAsked(trx, transferId).execute()).length >= mostAdvices)
    throw refuse(`The advice of this transfer was sent ${mostAdvices} times, and can’t be sent again.`);
}

/** So that nobody floods a stranger's mailbox. */
async function spendAddress(trx: Trx, to: string): Promise<void> {
  const hash = createHash("sha256").update(to.toLowerCase()).digest("base64url");
  const { isAllowed, retryAfterSeconds } = await countAttempt(trx, `advice-mail:${hash}`, adviceMails);
  if (isAllowed) return;
  throw new Problem(
    "too_many_requests",
    `This address was sent ${adviceMails.max} advices within ${adviceMails.windowMs / 60_000} minutes. Nothing was sent. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
