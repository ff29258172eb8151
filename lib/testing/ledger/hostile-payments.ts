import { randomUUID } from "node:crypto";
import { eventsAtFirst } from "#lib/asset/defaults";
import { hashToken } from "#lib/server/credentials/token-hash";
import { newDeliveryId } from "#lib/server/outbox/deliveries";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { attentionReasons } from "#lib/transfer/attention-reasons";

const at = "2026-01-01T00:00:00.000Z";
/** The most that a token can carry on an EVM network. */
const units = `${2n ** 256n - 1n}`;
const hex = (digits: number) => `0x${"f".repeat(digits)}`;
const invisible = (length: number) => "\u202e".repeat(length);
/** Of a transfer; the dashboard keeps 200, and shows 20. */
const deposits = { most: 200, shown: 21 };
const mostFundings = 100;
const mostMails = 100;
const rowsAtOnce = 50;

/** The token of the link to the transfer. */
export const hostileToken = "x".repeat(43);

/**
 * Pays the transfers of a hostile ledger: each has deposits and a wallet that may send, and an owner. The one with the given
 * ID has as many as there may be, with their newest events, and a link. Mails wait for the owner.
 */
export async function fillPayments(ledger: Db, id: string): Promise<void> {
  const { id: personId } = await ledger
    .selectFrom("people")
    .select("id")
    .where("name", "like", `0 ${invisible(1)}%`)
    .executeTakeFirstOrThrow();
  await ledger
    .updateTable("transfers")
    .set({ deposit_label: "seen", has_live_funding: 1, owner_id: personId })
    .execute();
  const transfers = await ledger.selectFrom("transfers").select(["id", "address", "created_at"]).execute();
  const found = transfers.flatMap((transfer) => {
    const count = transfer.id === id ? deposits.most : deposits.shown;
    return Array.from({ length: count }, (_, ordinal) => depositOf(transfer, ordinal));
  });
  await inParts(found, (part) => ledger.insertInto("deposits").values(part).execute());
  const asked = transfers.flatMap((transfer) =>
    Array.from({ length: transfer.id === id ? mostFundings : 1 }, (_, n) =>
      fundingOf(transfer, personId, n === 0 ? "unsure" : "closed"),
    ),
  );
  await inParts(asked, (part) => ledger.insertInto("fundings").values(part).execute());
  await appendEvents(ledger, id);
  await ledger.insertInto("pay_links").values(linkOf(id, personId)).execute();
  const mails = Array.from({ length: mostMails }, () => mailTo(personId));
  await inParts(mails, (part) => ledger.insertInto("deliveries").values(part).execute());
}

async function inParts<Row>(rows: readonly Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await write(rows.slice(from, from + rowsAtOnce));
}

type Paid = Pick<TransferRow, "id" | "address" | "created_at">;

function depositOf({ id, address, created_at }: Paid, ordinal: number): DepositRow {
  return {
    ...{ transfer_id: id, network: "base", tx: `0x${`${ordinal}`.padStart(64, "f")}`, contract: hex(40) },
    ...{ ordinal, symbol: "USDC", decimals: 18, is_own_token: 1, from_address: hex(40) },
    ...{ to_address: address ?? "", units, block: 2 ** 31 - 1, block_hash: hex(64) },
    ...{ block_time: created_at, state: "seen", changes: 1, node: `${"n".repeat(240)}.example` },
  };
}

function fundingOf({ id, address }: Paid, personId: string, state: FundingRow["state"]): FundingRow {
  return {
    ...{ id: randomUUID(), transfer_id: id, state, person_id: personId, wallet: invisible(200) },
    ...{ from_address: hex(40), chain_id: "9007199254740991", contract: hex(40), to_address: address ?? "" },
    ...{ units, hash: hex(64), asked_at: at, changed_at: at },
  };
}

/** The newest page is of what wallets and the network said. */
async function appendEvents(ledger: Db, id: string): Promise<void> {
  const { seq: last } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("transfer_id", "=", id)
    .executeTakeFirstOrThrow();
  const log = { address: hex(40), topics: Array(3).fill(hex(64)), data: hex(64), blockHash: hex(64) };
  const said = [
    ["chain", "deposit_seen", `${units} USDC`, JSON.stringify({ ...log, transactionHash: hex(64) })],
    ["wallet", "fund_asked", invisible(200), JSON.stringify({ funding: id, to: invisible(256), ...log })],
    ["person", "fund_closed", "字".repeat(2_000), JSON.stringify({ funding: id })],
  ] as const;
  const events = Array.from({ length: eventsAtFirst }, (_, n) => {
    const [source, kind, text, raw] = said[n % said.length] ?? said[0];
    const named = { person_name: `${"e".repeat(240)}@e.com`, claimed_id: hex(64), body_hash: `paid-${n}` };
    return {
      transfer_id: id,
      seq: last + 1 + n,
      at,
      source,
      kind,
      text,
      raw,
      raw_encoding: "utf8",
      ...named,
    };
  });
  await ledger
    .insertInto("transfer_events")
    .values(events as TransferEventRow[])
    .execute();
}

function linkOf(id: string, personId: string) {
  const now = Date.now();
  return {
    ...{ id: randomUUID(), token_hash: hashToken(hostileToken), transfer_id: id, shows_bank: 1 },
    ...{ payee_name: "字".repeat(100), reference: "字".repeat(60), created_by: personId },
    ...{ created_at: new Date(now).toISOString(), expires_at: new Date(now + 3_600_000).toISOString() },
    ...{ ended_at: null, ended_by: null },
  };
}

/** All that one mail gathers. */
const hostileMail = JSON.stringify({
  items: Array.from({ length: 100 }, (_, n) => ({
    id: randomUUID(),
    reason: attentionReasons[n % attentionReasons.length],
  })),
  more: 999_999,
});

function mailTo(personId: string) {
  return {
    ...{ id: newDeliveryId(), channel: "mail" as const, endpoint_id: null, person_id: personId, subject: "" },
    ...{ kind: "needs_you", body: hostileMail, state: "given_up" as const, created_at: at, due_at: at },
    ...{ attempts: 9, first_try_at: at, done_at: at, last_result: "UNREADABLE" },
  };
}
