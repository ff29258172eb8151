import "server-only";
import { toWire } from "#lib/asset/address";
import { isWrittenByRulesNow } from "#lib/server/ledger/refill-standings";
import { addressColumns, addressesIn } from "#lib/server/standing/addresses";
import { toStandingFacts } from "#lib/server/standing/standing-facts";
import { readFacts } from "#lib/server/standing/transfer-facts";
import { rowsOf } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { AddressRow, AttentionRow, Db, TransferRow } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { storedStandingOf } from "#lib/transfer/standing/standing";
import { unlessUnreadable } from "./unreadable";

/** Invariant: reads only. Where a transfer stands, and every address that it ever had, follow from its facts. */

type StandingFault = { transferId: string; text: string };

/** Of a page of transfers. */
export async function verifyStandings(ledger: Db, page: readonly TransferRow[]): Promise<StandingFault[]> {
  return [...(await verifyStored(ledger, page)), ...(await verifyAddresses(ledger, page))];
}

async function verifyStored(ledger: Db, page: readonly TransferRow[]): Promise<StandingFault[]> {
  // Those of other rules are written again by the next start.
  if (!(await isWrittenByRulesNow(ledger))) return [];
  const factsOf = await readFacts(ledger, page);
  const ids = page.map(({ id }) => id);
  const stored = await ledger
    .selectFrom("attention")
    .selectAll()
    .where(isOneOf(ledger, "transfer_id", ids))
    .orderBy("place")
    .execute();
  const reasons = new Map<string, AttentionRow[]>(ids.map((id) => [id, []]));
  for (const row of stored) reasons.get(row.transfer_id)?.push(row);
  return page.flatMap((row) => {
    // What a clock that was ahead wrote is computed otherwise once the clock is right.
    if (row.updated_at > latestTime()) return [];
    const found = unlessUnreadable(() => faultsOf(row, factsOf(row.id), reasons.get(row.id) ?? []));
    return (found ?? ["its standing rests on a value that makes no sense"]).map((text) => ({
      transferId: row.id,
      text,
    }));
  });
}

function faultsOf(
  row: TransferRow,
  facts: Parameters<typeof toStandingFacts>[1],
  stored: readonly AttentionRow[],
): string[] {
  const now = storedStandingOf(toStandingFacts(row, facts));
  const columns = {
    chip: [row.chip, now.chip],
    is_closed: [row.is_closed, now.isClosed ? 1 : 0],
    is_handled: [row.is_handled, now.isSettled ? 1 : 0],
    "what needs a person": [listed(stored), listed(rowsOf(row.id, now))],
  };
  return Object.entries(columns).flatMap(([name, [is, should]]) =>
    is === should ? [] : [`${name} is stored as ${is || "nothing"}, its facts say ${should || "nothing"}`],
  );
}

/** Most pressing first, each with the moment from which it stands. */
function listed(rows: readonly AttentionRow[]): string {
  return rows
    .map(({ place, from_at, look_at, look_counts }) => {
      const look = look_at === null && look_counts === null ? "" : ` ${look_counts} read since ${look_at}`;
      return `${attentionReasons[place] ?? place} from ${from_at}${look}`;
    })
    .join(", ");
}

async function verifyAddresses(ledger: Db, page: readonly TransferRow[]): Promise<StandingFault[]> {
  const ids = page.map(({ id }) => id);
  const rows = await ledger
    .selectFrom("addresses")
    .selectAll()
    .where(isOneOf(ledger, "transfer_id", ids))
    .orderBy("address")
    .execute();
  const naming = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "source", "address", "claimed_address"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where(({ eb, or }) => or([eb("address", "is not", null), eb("claimed_address", "is not", null)]))
    .orderBy("seq")
    .execute();
  const named = new Map<string, Map<string, number>>(ids.map((id) => [id, new Map()]));
  for (const event of naming) {
    const own = named.get(event.transfer_id);
    for (const address of addressesIn(event)) if (own?.has(address) === false) own.set(address, event.seq);
  }
  return page.flatMap((row) => {
    const own = rows.filter(({ transfer_id }) => transfer_id === row.id);
    const known = named.get(row.id) ?? new Map<string, number>();
    const missing = [...known.keys()].filter((address) => !own.some((each) => each.address === address));
    const faults = own.flatMap((each) => {
      const fault = faultOf(each, row, known.get(each.address));
      return fault === undefined ? [] : [`its address ${each.address} ${fault}`];
    });
    return [...faults, ...missing.map((address) => `its address ${address} was removed`)].map((text) => ({
      transferId: row.id,
      text,
    }));
  });
}

function faultOf(each: AddressRow, row: TransferRow, seq: number | undefined): string | undefined {
  const { address, account, address_check, is_looked_at } = each;
  if (seq === undefined) return "was inserted or changed: no event names it";
  const isCopied = each.network === row.network && each.created_at === row.created_at && each.seq === seq;
  if (!isCopied) return "was changed: its transfer or its event says otherwise";
  const check = addressColumns(row.asset, address).address_check;
  // An asset may be known only since then, or no more.
  const isChecked =
    check === address_check || (check !== "invalid" && [check, address_check].includes("unchecked"));
  if (!isChecked) return `is stored as ${address_check}, and is ${check}`;
  if (account !== toWire(address) && (account !== address || address_check === "valid"))
    return `is searched as ${account}`;
  const isNew = row.address === address && row.deposit_label === null;
  return isNew && is_looked_at === 1 ? "is stored as read, and was not" : undefined;
}
