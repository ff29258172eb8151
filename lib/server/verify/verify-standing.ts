import "server-only";
import { isWrittenByTheseRules } from "#lib/server/ledger/refill-standings";
import { addressRowsOf } from "#lib/server/standing/addresses";
import { toStandingFacts } from "#lib/server/standing/standing-facts";
import { readFacts } from "#lib/server/standing/transfer-facts";
import { rowsOf } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import type { AddressRow, AttentionRow } from "#lib/server/tables/standing/standing-rows";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { storedStandingOf } from "#lib/transfer/standing/standing";

/** Invariant: reads only. Where a transfer stands follows from its facts, and its addresses from its events. */

type StandingFault = { transferId: string; text: string };

/** Of a page of transfers. Nothing is said of standings that other rules have written: the next start writes them again. */
export async function verifyStandings(ledger: Db, page: readonly TransferRow[]): Promise<StandingFault[]> {
  if (page.length === 0 || !(await isWrittenByTheseRules(ledger))) return [];
  const ids = page.map(({ id }) => id);
  const factsOf = await readFacts(ledger, page);
  const attention = grouped(
    await ledger
      .selectFrom("attention")
      .selectAll()
      .where(isOneOf(ledger, "transfer_id", ids))
      .execute(),
  );
  const stored = grouped(
    await ledger
      .selectFrom("addresses")
      .selectAll()
      .where(isOneOf(ledger, "transfer_id", ids))
      .execute(),
  );
  const naming = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "source", "address", "claimed_address"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where(({ eb, or }) => or([eb("address", "is not", null), eb("claimed_address", "is not", null)]))
    .orderBy("seq")
    .execute();
  const named = grouped(addressRowsOf(new Map(page.map((row) => [row.id, row])), naming));
  return page.flatMap((row) => {
    const faults = [
      ...faultsOfStanding(
        row,
        storedStandingOf(toStandingFacts(row, factsOf(row.id))),
        attention.get(row.id),
      ),
      ...faultsOfAddresses(stored.get(row.id) ?? [], named.get(row.id) ?? []),
    ];
    return faults.map((text) => ({ transferId: row.id, text }));
  });
}

function faultsOfStanding(
  row: TransferRow,
  standing: ReturnType<typeof storedStandingOf>,
  stored: readonly AttentionRow[] = [],
): string[] {
  const columns = [
    ["chip", row.chip, standing.chip],
    ["is_closed", row.is_closed, standing.isClosed ? 1 : 0],
    ["is_handled", row.is_handled, standing.isSettled ? 1 : 0],
  ] as const;
  const text = ({ place, from_at, look_at, look_counts }: AttentionRow) =>
    `${attentionReasons[place] ?? place} from ${from_at}${look_at === null ? "" : ` ${look_counts} read since ${look_at}`}`;
  const [has, needs] = [stored.map(text), rowsOf(row.id, standing).map(text)];
  return [
    ...columns.flatMap(([name, is, computed]) =>
      is === computed ? [] : [`${name} is stored as ${is}, its facts say ${computed}`],
    ),
    ...needs
      .filter((each) => !has.includes(each))
      .map((each) => `it needs a person, and that was removed: ${each}`),
    ...has
      .filter((each) => !needs.includes(each))
      .map((each) => `its facts don't say that it needs a person: ${each}`),
  ];
}

/** Whether it was looked at is what the reader has done, and no fact. */
function faultsOfAddresses(stored: readonly AddressRow[], named: readonly AddressRow[]): string[] {
  const text = ({ address, account, address_check, network, created_at, seq }: AddressRow) =>
    JSON.stringify([address, account, address_check, network, created_at, seq]);
  // The first event that named it counts.
  const first = [...new Map([...named].reverse().map((row) => [row.address, row])).values()];
  const [has, needs] = [stored.map(text), first.map(text)];
  return [
    ...needs
      .filter((each) => !has.includes(each))
      .map((each) => `its address ${each} is not watched as its events say`),
    ...has.filter((each) => !needs.includes(each)).map((each) => `no event names its address ${each}`),
  ];
}

function grouped<Row extends { transfer_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.transfer_id);
    if (own === undefined) groups.set(row.transfer_id, [row]);
    else own.push(row);
  }
  return groups;
}
