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
import { grouped } from "./grouped";
import { unlessUnreadable } from "./unreadable";

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
    const standings = unlessUnreadable(() =>
      [true, false].map((isClamped) => storedStandingOf(toStandingFacts(row, factsOf(row.id), isClamped))),
    );
    const [standing] = standings ?? [];
    const ofStanding =
      standings === undefined || standing === undefined
        ? ["it has a value that makes no sense"]
        : [
            ...faultsOfColumns(row, standing),
            ...faultsOfReasons(
              standings.map((each) => rowsOf(row, each)),
              attention.get(row.id),
            ),
          ];
    const ofAddresses = faultsOfAddresses(stored.get(row.id) ?? [], named.get(row.id) ?? []);
    return [...ofStanding, ...ofAddresses].map((text) => ({ transferId: row.id, text }));
  });
}

function faultsOfColumns(row: TransferRow, standing: ReturnType<typeof storedStandingOf>): string[] {
  const columns = [
    ["chip", row.chip, standing.chip],
    ["is_closed", row.is_closed, standing.isClosed ? 1 : 0],
    ["received", row.received, standing.received],
    ["is_handled", row.is_handled, standing.isSettled ? 1 : 0],
  ] as const;
  return columns.flatMap(([name, is, computed]) =>
    is === computed ? [] : [`${name} is stored as ${is}, its facts say ${computed}`],
  );
}

/**
 * What a server whose clock was ahead has written counts in two ways: as it stands, and as long ago. An earlier time tells
 * somebody sooner; a later one would hide it.
 */
function faultsOfReasons(
  computed: readonly (readonly AttentionRow[])[],
  stored: readonly AttentionRow[] = [],
): string[] {
  const name = ({ place }: AttentionRow) => attentionReasons[place] ?? `reason ${place}`;
  const [one = [], other = []] = computed;
  const removed = one.filter(
    ({ place }) => other.some((each) => each.place === place) && !stored.some((each) => each.place === place),
  );
  const wrong = stored.filter((row) => {
    const own = [...one, ...other].filter(({ place }) => place === row.place);
    const isInTime = own.some(({ from_at }) => row.from_at <= from_at);
    const isOfLook = own.some((each) => each.look_at === row.look_at && each.look_counts === row.look_counts);
    const isOfTransfer = own.some(({ created_at }) => row.created_at === created_at);
    return !isInTime || !isOfLook || !isOfTransfer;
  });
  return [
    ...removed.map((row) => `it needs a person, and that was removed: ${name(row)} from ${row.from_at}`),
    ...wrong.map((row) => `its facts don't say that it needs a person: ${name(row)} from ${row.from_at}`),
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
