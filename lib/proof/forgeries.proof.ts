import { expect, it } from "vitest";
import { openBusyLedger } from "#lib/testing/ledger/forgery/busy-ledger";
import { forgeriesOf } from "#lib/testing/ledger/forgery/forge";
import { describeTables } from "#lib/testing/ledger/forgery/table-shapes";
import { unnamedOf } from "#lib/testing/ledger/forgery/unnamed";

/** Every cell of every table of a ledger is changed by itself: each change is named, or listed in `cannot-mislead.ts`. */
it("names every change of a stored cell that is not listed", async () => {
  const ledger = await openBusyLedger();
  const shapes = await describeTables(ledger);
  const forgeries = await forgeriesOf(ledger, shapes);
  process.stdout.write(`${forgeries.length} cells\n`);
  expect(forgeries.length).toBeGreaterThan(500);
  expect(await unnamedOf(ledger, shapes, forgeries)).toEqual([]);
});
