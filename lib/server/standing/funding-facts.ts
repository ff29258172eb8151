import { isSameAddress } from "#lib/asset/address";
import type { Transfer } from "#lib/contract/api";
import { calledName } from "#lib/server/database/person-name";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { isOfFunding } from "#lib/transfer/deposit";
import { type LiveFunding, liveFundings } from "#lib/transfer/funding";

/** Invariant: at most one wallet a transfer may send: the unique index of the live ones says so. */

/** The wallet that may send, as our API shows it, and since when it is in that state. */
export type FundingFact = { shown: NonNullable<Transfer["funding"]>; changedAt: string };

/** The live ones, by transfer ID. */
export async function readFundings(
  ledger: Db | Trx,
  ids: readonly string[],
): Promise<Map<string, FundingFact>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("fundings")
    .innerJoin("people", "people.id", "fundings.person_id")
    .select(["fundings.id", "transfer_id", "state", "wallet", "from_address", "asked_at"])
    .select(["hash", "changed_at", calledName().$notNull().as("name")])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("state", "in", [...liveFundings])
    .execute();
  return new Map(
    rows.map(({ transfer_id, name, from_address, asked_at, changed_at, state, ...row }) => [
      transfer_id,
      {
        shown: { ...row, state: state as LiveFunding, person: name, from: from_address, askedAt: asked_at },
        changedAt: changed_at,
      },
    ]),
  );
}

/** The deposits of the transfer's own token that a wallet was asked for. */
export function depositsOf(funding: FundingRow, deposits: readonly DepositRow[]): DepositRow[] {
  const { hash, from_address: from, asked_at: askedAt } = funding;
  return deposits.filter(
    (row) =>
      row.is_own_token === 1 &&
      isSameAddress(row.to_address, funding.to_address) &&
      isOfFunding({ tx: row.tx, from: row.from_address, blockTime: row.block_time }, { hash, from, askedAt }),
  );
}
