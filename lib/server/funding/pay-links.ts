import { randomBytes, randomUUID } from "node:crypto";
import type { PayLink, PayLinkInput } from "#lib/contract/pay/pay-links";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { hashToken } from "#lib/server/credentials/token-hash";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { findRow, findUpToDate } from "#lib/server/ledger/transfer-row";
import { getBusiness } from "#lib/server/service/business";
import type { PayLinkRow } from "#lib/server/tables/passing-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { payerState } from "#lib/words/deposit/payer-state";
import { requireConfirmed } from "./after-loss";
import { requireSeenFile } from "./in-files";
import { transferOf } from "./payer-view";

/**
 * Invariant: a transfer has one live link at most, and the database has its hash only. A link shows what is known now, and
 * changes nothing. Its maker may lose their role: what it shows is true all the same.
 */

const hourMs = 3_600_000;
/** So long an ended link says that it has ended. */
export const endedShownMs = 7 * 24 * hourMs;
/** Of one transfer, with those that ended in the last week. */
export const mostPayLinks = 20;
const maxBusinessName = 100;

/**
 * Ends the link before. `origin`: where the request came from. Throws `not_found`, `not_possible_now`, `funding_unconfirmed`,
 * `already_funded` and `transfers_held`.
 */
export async function makePayLink(
  id: string,
  input: PayLinkInput,
  { actor, origin }: { actor: Actor; origin: string },
): Promise<PayLink> {
  const base = baseOfLinks(origin);
  const ledger = await db();
  const { id: transferId } = await findUpToDate(ledger, id);
  const payeeName = input.payeeName ?? (await businessName());
  const token = randomBytes(32).toString("base64url");
  const expiresAt = await whileOpen(ledger, async (trx) => {
    await judgeAgain(trx, actor, "share_payment");
    await holdTransfers(trx, [transferId]);
    await requireOpen(trx, transferId);
    await requireSeenFile(trx, transferId, input, "No link was created.");
    await requireRoom(trx, transferId);
    const isReplacement = await endLive(trx, transferId, actor);
    const now = Date.now();
    const expires_at = new Date(now + input.validHours * hourMs).toISOString();
    const link = await trx
      .insertInto("pay_links")
      .values({
        ...{
          id: randomUUID(),
          cover_key: randomUUID(),
          token_hash: hashToken(token),
          transfer_id: transferId,
        },
        ...{ payee_name: payeeName, reference: input.reference ?? null },
        shows_bank: input.showBank ? 1 : 0,
        ...{ created_by: actor.person.id, created_at: new Date(now).toISOString(), expires_at },
        ...{ ended_at: null, ended_by: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    coverRecord(trx, "link-1", link);
    const hours = `${input.validHours}` as const;
    const detail = { hours, showsBank: input.showBank, isReplacement };
    await appendAudit(trx, { ...originOf(actor), action: "pay_link_made", recordId: transferId, detail });
    return expires_at;
  });
  return { link: `${base}/pay/${token}`, expiresAt };
}

/** A repeat changes nothing. Throws `not_found`. */
export async function endPayLink(id: string, actor: Actor): Promise<void> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "share_payment");
    const { id: transferId } = await findRow(trx, id);
    await holdTransfers(trx, [transferId]);
    if (!(await endLive(trx, transferId, actor))) return;
    const detail = {};
    await appendAudit(trx, { ...originOf(actor), action: "pay_link_ended", recordId: transferId, detail });
  });
}

/** A link by which somebody may be paying now. */
export async function readOpenLink(trx: Trx, transferId: string): Promise<PayLinkRow | undefined> {
  const row = await trx
    .selectFrom("pay_links")
    .selectAll()
    .where("transfer_id", "=", transferId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined && isInTime(row) ? row : undefined;
}

/** What the console says of a transfer's live link. */
export type LivePayLink = { madeBy: string; expiresAt: string; payeeName: string };

export async function findLivePayLink(transferId: string): Promise<LivePayLink | undefined> {
  const row = await (await db())
    .selectFrom("pay_links")
    .innerJoin("people", "people.id", "pay_links.created_by")
    .select([
      calledName().$notNull().as("name"),
      "pay_links.expires_at",
      "pay_links.payee_name",
      "pay_links.created_at",
    ])
    .where("transfer_id", "=", transferId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || !isInTime(row)) return undefined;
  return { madeBy: row.name, expiresAt: row.expires_at, payeeName: row.payee_name };
}

/** By its token. `isLive`: neither ended nor expired. `undefined` for an unknown one, or one that ended a week ago. */
export async function findPayLink(token: string): Promise<{ row: PayLinkRow; isLive: boolean } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const row = await (await db())
    .selectFrom("pay_links")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (Date.parse(row.ended_at ?? row.expires_at) + endedShownMs <= Date.now()) return undefined;
  return { row, isLive: row.ended_at === null && isInTime(row) };
}

/** A clock that was ahead may have written any time: such a link counts as ended. */
function isInTime({ created_at, expires_at }: Pick<PayLinkRow, "created_at" | "expires_at">): boolean {
  return created_at <= latestTime() && Date.now() < Date.parse(expires_at);
}

/** Deletes what ended a week ago, and what only a clock that was ahead can have written. */
export async function dropOldPayLinks(ledger: Db): Promise<void> {
  const longAgo = new Date(Date.now() - endedShownMs).toISOString();
  await ledger.deleteFrom("pay_links").where("expires_at", "<=", longAgo).execute();
  await ledger.deleteFrom("pay_links").where("ended_at", "<=", longAgo).execute();
  await ledger.deleteFrom("pay_links").where("created_at", ">", latestTime()).execute();
}

/** Returns whether a link was ended that worked until now. An expired one only makes room. */
async function endLive(trx: Trx, transferId: string, { person }: Actor): Promise<boolean> {
  const now = new Date().toISOString();
  const live = await trx
    .selectFrom("pay_links")
    .select(["id", "created_at", "expires_at"])
    .where("transfer_id", "=", transferId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (live === undefined) return false;
  const isEnded = isInTime(live);
  const end = isEnded
    ? { ended_at: now, ended_by: person.id }
    : { ended_at: live.expires_at, ended_by: null };
  const ended = await trx
    .updateTable("pay_links")
    .set(end)
    .where("id", "=", live.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (ended.cover_key !== "") coverRecord(trx, "link-1", ended);
  return isEnded;
}

async function requireOpen(trx: Trx, transferId: string): Promise<void> {
  const transfer = await transferOf(trx, transferId);
  requireConfirmed(transfer, "No link was created.");
  if (payerState(transfer) === "open") return;
  throw new Problem(
    "not_possible_now",
    "This transfer isn’t waiting for a deposit, so there is nothing to send. No link was created.",
  );
}

async function requireRoom(trx: Trx, transferId: string): Promise<void> {
  const { count } = await trx
    .selectFrom("pay_links")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("transfer_id", "=", transferId)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostPayLinks) return;
  throw new Problem(
    "not_possible_now",
    `This transfer had ${mostPayLinks} links within a week, and no more can be created.`,
  );
}

/** The payer's browser needs an address that is this dashboard's and nobody else's: only APP_URL says which. */
function baseOfLinks(origin: string): string {
  const { appUrl, isSandbox } = env();
  // Nothing of value is sent to the sandbox, and it must work as it is.
  const base = appUrl ?? (isSandbox ? origin : undefined);
  if (base !== undefined) return base.replace(/\/+$/, "");
  throw new Problem(
    "not_possible_now",
    "Set APP_URL to the address that browsers use for this dashboard. No link was created.",
  );
}

async function businessName(): Promise<string> {
  const named = await getBusiness().catch((cause: unknown) => {
    const detail = "The business’s name couldn’t be loaded. Enter the name that the payer sees.";
    throw new Problem("not_possible_now", detail, { cause });
  });
  return [...named.name].slice(0, maxBusinessName).join("");
}
