import { expect, it } from "vitest";
import { openBusyLedger } from "#lib/testing/ledger/forgery/busy-ledger";
import { cannotMislead } from "#lib/testing/ledger/forgery/cannot-mislead";
import { type Forgery, forgeriesOf } from "#lib/testing/ledger/forgery/forge";
import { describeTables } from "#lib/testing/ledger/forgery/table-shapes";
import { faultsNamed, unnamedOf } from "#lib/testing/ledger/forgery/unnamed";

/** One of each column. */
function oneOfEach(all: readonly Forgery[]): Forgery[] {
  return [...new Map(all.map((each) => [`${each.table}.${each.column}`, each])).values()];
}

it("has a row of every table whose change must be named, and lists no column that is not there", async () => {
  const ledger = await openBusyLedger();
  expect(await faultsNamed(ledger)).toEqual([]);
  const shapes = await describeTables(ledger);
  const isWholeListed = (name: string) => `${name}.*` in cannotMislead;
  const all = (await forgeriesOf(ledger, shapes)).filter(({ table }) => !isWholeListed(table));
  // Of a table without a row this says nothing, so it must be listed.
  const seen = new Set<string>(all.map(({ table }) => table));
  expect(shapes.map(({ name }) => name).filter((name) => !seen.has(name) && !isWholeListed(name))).toEqual(
    [],
  );
  const there = new Set(shapes.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)));
  for (const { name } of shapes) there.add(`${name}.*`);
  expect(
    Object.keys(cannotMislead).filter((listed) => !there.has(listed)),
    "no such column",
  ).toEqual([]);
});

/** `npm run prove -- forgeries` changes every cell, on both engines. */
it("names a change of every stored column, but of those that are listed with why they cannot mislead", {
  tags: "detail",
}, async () => {
  const ledger = await openBusyLedger();
  const shapes = await describeTables(ledger);
  const all = await forgeriesOf(ledger, shapes);
  expect(await unnamedOf(ledger, shapes, oneOfEach(all))).toEqual([]);
});
