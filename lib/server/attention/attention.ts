import type { Transfer } from "#lib/contract/api";
import type { AttentionPageInput } from "#lib/contract/attention";
import type { Attention, AttentionCounts } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { asListed } from "#lib/server/ledger/account-views";
import { countBatchesInNeed } from "#lib/server/ledger/transfer-batches";
import { readTransfers } from "#lib/server/ledger/transfers";
import type { Db } from "#lib/server/tables/schema";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { wholeReasons } from "./due";
import {
  countByOwner,
  countOpen,
  networksOf,
  type OpenCounts,
  oldestOpen,
  pageOfOpen,
} from "./open-transfers";

/** Invariant: whatever a person must look at is listed with its reason until it is matched, and nothing is guessed. */

/** For each reason, so that a browser can take the whole answer. */
const shown = 10;
/** As many as a page of the list. */
const rowsAPage = 25;
/** Everybody who can be chosen as an owner. */
const mostOwners = 300;

/** Reasons without transfers are left out. */
export async function findAttention(): Promise<Attention> {
  const ledger = await db();
  const groups = await oldestOpen(ledger, shown);
  const byId = await readById(
    ledger,
    groups.flatMap(({ ids }) => ids),
  );
  return groups.map(({ reason, count, ids }) => ({
    reason,
    count,
    transfers: ids.flatMap((id) => byId.get(id) ?? []),
  }));
}

export async function countAttention(): Promise<AttentionCounts> {
  const ledger = await db();
  return { ...(await countOpen(ledger)), batches: await countBatchesInNeed(ledger) };
}

type Owner = { id: string; name: string };
export type AttentionRow = {
  transfer: Transfer;
  reason: AttentionReason;
  owner: Owner | null;
  dueAt: string | null;
};
export type AttentionPage = {
  /** Of everybody, whatever is asked for. */
  counts: AttentionCounts;
  /** Of the owner that is asked for, by reason. */
  own: OpenCounts;
  /** How many the person takes care of, and how many nobody does. */
  whose: { me: number; none: number };
  rows: AttentionRow[];
  /** The faults of a network or of the installation, each one line with how many transfers wait on it. */
  lines: { reason: AttentionReason; count: number; networks: string[] }[];
  page: number;
  pages: number;
  /** Who can take care of a transfer. */
  people: Owner[];
};

/** One page, the most urgent first. A page beyond the last one is the last. */
export async function findAttentionPage(input: AttentionPageInput, personId: string): Promise<AttentionPage> {
  const ledger = await db();
  const { reason } = input;
  const ownerId = input.owner && { me: personId, none: null }[input.owner];
  const { all: counts, mine, nobodys } = await countByOwner(ledger, personId);
  const own = input.owner === undefined ? counts : { me: mine, none: nobodys }[input.owner];
  const whose = { me: mine.total, none: nobodys.total };
  // Asked for alone, its transfers are listed.
  const lines = await linesOf(ledger, reason === undefined ? own : { total: 0, reasons: [] });
  const inLines = lines.reduce((sum, { count }) => sum + count, 0);
  const total = reason === undefined ? own.total - inLines : countFor(own, reason);
  const pages = Math.max(1, Math.ceil(total / rowsAPage));
  const page = Math.min(pages, Number.parseInt(input.page ?? "1", 10));
  const found = await pageOfOpen(ledger, {
    ...{ offset: (page - 1) * rowsAPage, limit: rowsAPage },
    ...(reason === undefined ? { without: wholeReasons } : { reason }),
    ...(ownerId !== undefined && { ownerId }),
  });
  const byId = await readById(
    ledger,
    found.map(({ id }) => id),
  );
  const everybody = await ledger
    .selectFrom("people")
    .select(["id", "is_disabled", calledName().$notNull().as("name")])
    .orderBy("name")
    .orderBy("id")
    .execute();
  const rows = found.flatMap(({ id, ...row }) => {
    const transfer = byId.get(id);
    const owner = everybody.find((person) => person.id === row.ownerId);
    return transfer === undefined
      ? []
      : [{ transfer, reason: row.reason, owner: owner ?? null, dueAt: row.dueAt }];
  });
  const people = everybody.filter(({ is_disabled }) => is_disabled === 0).slice(0, mostOwners);
  return {
    counts: { ...counts, batches: await countBatchesInNeed(ledger) },
    own,
    whose,
    rows,
    lines,
    page,
    pages,
    people: people.map(({ id, name }) => ({ id, name })),
  };
}

function linesOf(ledger: Db, { reasons }: OpenCounts): Promise<AttentionPage["lines"]> {
  const whole = reasons.filter(({ reason }) => wholeReasons.includes(reason));
  return Promise.all(
    whole.map(async ({ reason, count }) => ({
      ...{ reason, count },
      networks: reason === "network_blind" ? await networksOf(ledger, reason) : [],
    })),
  );
}

export function countFor({ reasons }: OpenCounts, reason: AttentionReason): number {
  return reasons.find((each) => each.reason === reason)?.count ?? 0;
}

async function readById(ledger: Db, ids: readonly string[]): Promise<Map<string, Transfer>> {
  const transfers = await readTransfers(ledger, ids);
  return new Map(transfers.map((transfer) => [transfer.id, asListed(transfer)]));
}
