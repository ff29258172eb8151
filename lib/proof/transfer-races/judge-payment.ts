import { may } from "#lib/contract/roles";
import { db } from "#lib/server/database/db";
import { foldDepositRows } from "#lib/server/standing/deposit-facts";
import { foldRows } from "#lib/server/standing/fold-rows";
import type { TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { verifyDeposits } from "#lib/server/verify/verify-deposits";
import { verifyFundings } from "#lib/server/verify/verify-fundings";
import { liveFundings } from "#lib/transfer/funding";
import type { Contest } from "./contest";

/** What is wrong with how a transfer is paid after two have acted on it at once; nothing when it holds. */
export async function judgePayment(
  row: TransferRow,
  events: readonly TransferEventRow[],
  contest: Contest,
): Promise<string[]> {
  const ledger = await db();
  const deposits = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", row.id)
    .execute();
  const faults = [
    ...(await verifyFundings(ledger, [row], () => deposits)),
    ...(await verifyDeposits(ledger, [row], () => deposits)),
  ].map(({ text }) => text);
  const { label } = foldDepositRows(row, deposits);
  if (label !== (row.deposit_label ?? "none"))
    faults.push(`its deposit is stored as ${row.deposit_label}, and it is ${label}`);
  return [
    ...faults,
    ...judgeLicences(events),
    ...judgeHandled(events, contest),
    ...(await judgeLinks(contest)),
    ...(await judgePayee(contest)),
  ];
}

/** A wallet is asked only while the transfer is open, no deposit stands, and no other wallet may send. */
function judgeLicences(events: readonly TransferEventRow[]): string[] {
  return events.flatMap(({ kind }, at) => {
    if (kind !== "fund_asked") return [];
    const before = events.slice(0, at);
    const { status, flags } = foldRows(before);
    if (status !== "accepted" && status !== "awaiting_deposit")
      return [`a wallet was asked while it was ${status}`];
    if (flags.includes("contradicting_address")) return ["a wallet was asked while two addresses stood"];
    const last = before.findLast(({ kind: other }) => other === "deposit_seen" || other === "deposit_gone");
    return last?.kind === "deposit_seen" ? ["a wallet was asked after a deposit was seen"] : [];
  });
}

/** Nothing came between what a person had seen and their mark. */
function judgeHandled(events: readonly TransferEventRow[], { handled }: Contest): string[] {
  return handled.flatMap((last) => {
    const mark = events.find(({ seq, text }) => seq > last && text === "All done.");
    return mark?.seq === last + 1 ? [] : [`it was marked as resolved over event ${last + 1}`];
  });
}

/** One link and one wallet at a time, and no link of somebody who may make none. */
async function judgeLinks({ id, personId }: Contest): Promise<string[]> {
  const ledger = await db();
  const maker = await ledger
    .selectFrom("people")
    .select(["role", "is_disabled"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const links = await ledger
    .selectFrom("pay_links")
    .select("id")
    .where("transfer_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  const wallets = await ledger
    .selectFrom("fundings")
    .select("id")
    .where("transfer_id", "=", id)
    .where("state", "in", [...liveFundings])
    .execute();
  const mayShare = maker.is_disabled === 0 && may(maker.role, "share_payment");
  return [
    ...(links.length > 0 && !mayShare ? ["a link works whose maker may make none"] : []),
    ...(links.length > 1 ? [`${links.length} links work at once`] : []),
    ...(wallets.length > 1 ? [`${wallets.length} wallets may send`] : []),
  ];
}

/** Nobody is paid as a payee whose account was another one by then, or who was archived. */
async function judgePayee({ payeeId }: Contest): Promise<string[]> {
  const ledger = await db();
  const log = await ledger
    .selectFrom("audit_log")
    .select(["seq", "action", "record_id"])
    .where("action", "in", ["transfer_created", "payee_account_changed", "payee_archived"])
    .orderBy("seq")
    .execute();
  const paid = await ledger.selectFrom("transfers").select("id").where("payee_id", "=", payeeId).execute();
  const change = log.find(({ action, record_id }) => action !== "transfer_created" && record_id === payeeId);
  const isLate = log.some(
    ({ seq, record_id }) =>
      change !== undefined && seq > change.seq && paid.some(({ id }) => id === record_id),
  );
  return isLate ? [`a transfer was created for the payee after ${change?.action}`] : [];
}
