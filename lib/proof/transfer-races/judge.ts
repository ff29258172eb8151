import { db } from "#lib/server/database/db";
import { cachedColumns, foldRows } from "#lib/server/standing/fold-rows";
import type { TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { readEvents } from "#lib/testing/ledger/read-events";
import { transitions } from "#lib/transfer/transitions";
import type { Arena } from "./arena";
import type { Contest } from "./contest";
import { judgePayment } from "./judge-payment";

/** What is wrong with a transfer after two have acted on it at once; nothing when it holds. */
export async function judgeContest(arena: Arena, contest: Contest): Promise<string[]> {
  const ledger = await db();
  const row = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", contest.id)
    .executeTakeFirstOrThrow();
  const events = await readEvents(ledger, contest.id);
  const replacement = await ledger
    .selectFrom("transfer_events")
    .innerJoin("transfers", "transfers.id", "transfer_events.transfer_id")
    .select(["kind", "at"])
    .where("account_number", "=", contest.accounts.replacement)
    .execute();
  const sent = Object.values(contest.accounts).map(arena.initiatesOf);
  return [
    ...(sent.some((times) => times > 1) ? [`it was sent ${sent.join(" and ")} times`] : []),
    ...judgeCache(row, events),
    ...judgeTransitions(events),
    ...judgeAddresses(row, events),
    ...judgeIds(row, events),
    ...judgeCallbacks(events, contest),
    ...(await judgePayment(row, events, contest)),
    ...(await judgeRights(contest, replacement.find(({ kind }) => kind === "dispatched")?.at)),
  ];
}

function judgeCache(row: TransferRow, events: readonly TransferEventRow[]): string[] {
  return Object.entries(cachedColumns(events)).flatMap(([column, value]) =>
    row[column as keyof TransferRow] === value
      ? []
      : [`${column} is ${row[column as keyof TransferRow]}, and its events say ${value}`],
  );
}

function judgeTransitions(events: readonly TransferEventRow[]): string[] {
  return events.slice(1).flatMap((_, at) => {
    const [before, after] = [at + 1, at + 2].map((end) => foldRows(events.slice(0, end)).submission);
    if (before === undefined || after === undefined || before === after) return [];
    return transitions[before].includes(after) ? [] : [`it went from ${before} to ${after}`];
  });
}

/** Two addresses, or two IDs, that nobody has chosen one of, are flagged and shown to nobody. */
function judgeAddresses(row: TransferRow, events: readonly TransferEventRow[]): string[] {
  const chosen = events.findLastIndex(({ kind }) => kind === "address_chosen");
  const open = events
    .slice(Math.max(chosen, 0))
    // A network's transaction is not the service's.
    .filter(({ kind, source }) => !["callback", "contradicted"].includes(kind) && source !== "chain");
  const distinct = (values: (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
  const addresses = distinct([row.address, ...open.map(({ claimed_address }) => claimed_address)]);
  const ids = distinct(open.map(({ claimed_id }) => claimed_id));
  const state = foldRows(events);
  const isFlagged = state.flags.includes("contradicting_address");
  if (
    (row.address !== null && addresses > 1) ||
    (row.submission === "accepted" && ids > 1 && row.address !== null)
  )
    if (!isFlagged) return [`${addresses} addresses and ${ids} IDs were given, and nothing is flagged`];
  const isShown = row.is_closed === 0;
  return isFlagged && isShown ? ["an address is shown although two stand"] : [];
}

/** The ID of the service's own answer stands for good; that of a callback that counts is nobody else's. */
function judgeIds(row: TransferRow, events: readonly TransferEventRow[]): string[] {
  const answer = events.find(({ kind, source }) => kind === "accepted" && source === "service_answer");
  const named = answer?.raw == null ? undefined : (JSON.parse(answer.raw) as { transactionId: string });
  if (named !== undefined && row.transaction_id !== named.transactionId)
    return [`the service answered ${named.transactionId}, and ${row.transaction_id} stands`];
  if (named !== undefined || row.transaction_id === null) return [];
  return events
    .filter(
      ({ kind, is_quarantined, claimed_id }) => kind === "callback" && !is_quarantined && claimed_id !== null,
    )
    .filter(({ claimed_id }) => claimed_id !== row.transaction_id)
    .map(({ claimed_id }) => `the callback of ${claimed_id} counts, and ${row.transaction_id} stands`);
}

function judgeCallbacks(events: readonly TransferEventRow[], { taken }: Contest): string[] {
  const kept = events.map(({ raw }) => raw);
  return taken.filter((body) => !kept.includes(body)).map((body) => `the callback ${body} is lost`);
}

const ofFinance = [
  ...["transfer_created", "transfer_resolved", "address_chosen"],
  ...["funding_asked", "funding_answered", "funding_closed", "pay_link_made", "pay_link_ended"],
  ...["payee_saved", "payee_renamed", "payee_archived", "payee_account_changed"],
];

/** Whoever was disabled, signed out or lowered has done nothing more that they may not do. */
async function judgeRights({ personId }: Contest, dispatchedAt: string | undefined): Promise<string[]> {
  const ledger = await db();
  const log = await ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();
  const lost = log.find(
    ({ action, record_id }) =>
      record_id === personId && ["person_disabled", "session_revoked", "role_changed"].includes(action),
  );
  if (lost === undefined) return [];
  const later = log
    .filter(({ seq, actor_id }) => seq > lost.seq && actor_id === personId)
    .filter(({ action }) => lost.action !== "role_changed" || ofFinance.includes(action))
    .map(({ action }) => `${action} by somebody after ${lost.action}`);
  const isSentLater = dispatchedAt !== undefined && dispatchedAt > lost.at;
  return isSentLater ? [...later, `sent for somebody after ${lost.action}`] : later;
}
