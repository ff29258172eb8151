import type { Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import type { PageWatch } from "../support/checks/page-watch";
import { expect } from "../support/dashboards/test";
import { readTransfer } from "../support/steps/journey";
import { createByApi } from "../support/steps/transfers";
import { inject, test, type WalletGround, type Ways } from "../support/steps/wallet";

/** One scenario of a wallet: a new transfer, a wallet with its ways, what a person does, and what is left of it. */
export type Row = {
  name: string;
  /** Of the transfer. */
  made?: object;
  ways?: Ways;
  play: (its: Its) => Promise<void>;
  /** At the end: the request that lives or `free`, how often the wallet was asked to send, and the events. */
  ends: [state: string, prompts: number, events: string];
};
export type Its = {
  page: Page;
  ground: WalletGround;
  ways: Ways;
  prompts: string[];
  transfer: TransferWithEvents;
};

/**
 * All rows on one page of one browser. After each the pages have broken no rule of the policy, asked no other host, and
 * written nothing to the console.
 */
export function testRows(title: string, rows: readonly Row[], names?: readonly string[]): void {
  test(`${title} (${rows.length})`, async ({ page, ground, watch }) => {
    test.setTimeout(600_000);
    watch.allowFailures(/\/fundings/);
    const ways: Ways = {};
    const prompts = await inject(page, ground, ways, names);
    for (const { name, made, ways: own, play, ends } of rows)
      await test.step(name, async () => {
        for (const key of Object.keys(ways)) delete ways[key as keyof Ways];
        Object.assign(ways, own);
        prompts.length = 0;
        const transfer = await createByApi(page, made);
        await play({ page, ground, ways, prompts, transfer });
        expect([name, ...(await endOf(page, transfer, prompts))]).toEqual([name, ...ends]);
        expectNothingElse(name, watch);
        process.stdout.write(`  scenario: ${name}\n`);
      });
  });
}

async function endOf(
  page: Page,
  { id }: TransferWithEvents,
  prompts: readonly string[],
): Promise<Row["ends"]> {
  const { funding, events } = await readTransfer(page, id);
  const said = events.flatMap(({ kind }) => (kind.startsWith("fund_") ? [kind.slice("fund_".length)] : []));
  return [funding?.state ?? "free", prompts.length, said.join(" ")];
}

function expectNothingElse(name: string, watch: PageWatch): void {
  try {
    watch.check();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
