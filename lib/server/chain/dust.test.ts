import { expect, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { TransferWithEvents } from "#lib/contract/api";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { listDeposits } from "#lib/server/standing/deposit-facts";
import { arrive } from "#lib/testing/ledger/give-deposits";
import { giveLife, newAddress, sent } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { readCsv } from "#lib/testing/read-csv";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { couldMatter } from "./record-deposits";

const million = 1_000_000;

it("hides no money behind it, in whatever token and at whichever address, on the page and in the export", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(() => dashboard.close());
  dashboard.spoil();
  const ledger = await db();
  const row = {
    ...randomTransfer(randomFrom(3), new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  };
  await insertTransfers(ledger, [row]);
  await giveLife(ledger, [row.id], sent);
  const page = async () => (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${row.id}`)).body;
  const { address } = await page();
  const own = { id: row.id, address: address ?? "" };
  // As many as are kept of what nobody cares for: the first as a look writes it, and the others like it.
  await arrive(ledger, { ...own, units: 1, tx: `0x${"0".repeat(64)}` });
  const first = await ledger.selectFrom("deposits").selectAll().executeTakeFirstOrThrow();
  const dust = Array.from({ length: 199 }, (_, at) => ({
    ...first,
    tx: `0x${`${at + 1}`.padStart(64, "0")}`,
  }));
  await ledger.insertInto("deposits").values(dust).execute();
  const elsewhere = newAddress();
  await arrive(
    ledger,
    ...[
      { ...own, units: 1 },
      { ...own, units: 100 * million, isOther: true },
      { ...own, address: elsewhere, units: 40 * million },
      { ...own, units: 60 * million },
    ],
  );
  const transfer = await page();
  expect(transfer.standing).toMatchObject({ chip: "wrong_token", closedBy: "wrong_token" });
  expect(transfer.deposit).toMatchObject({
    amount: "60.0002",
    otherToken: { symbol: "USDbC", amount: "100" },
  });
  const listed = await listDeposits({ id: row.id, address, createdAt: row.created_at });
  expect(listed.map(({ amount }) => amount)).toEqual(expect.arrayContaining(["100", "40", "60"]));

  const { cookie } = await writeSession(ledger, authSecret(), { role: "finance" });
  const origin = "http://localhost:3000";
  const headers = { host: "localhost:3000", origin, cookie, "content-type": "application/json" };
  const request = new Request(`${origin}/api/transfers/export`, { method: "POST", headers, body: "{}" });
  const [names = [], cells = []] = readCsv(
    (await (await answerRequest(request)).text()).replace("\ufeff", ""),
  );
  const cell = (name: string) => cells[names.indexOf(name)];
  expect(cell("Arrived on the network")).toBe("60.0002");
  const others = cell("Other money on the network")?.split("; ") ?? [];
  expect(others.sort()).toEqual(["100 USDbC", `40 USDC at ${elsewhere}`]);
});

it.each([
  ["1 % of a small payout", "50", 500_000, true],
  ["900 of 100,000", "100000", 900 * million, true],
  ["one token of 100,000", "100000", million, true],
  ["less than a token of 100,000", "100000", million - 1, false],
])("leaves room for what is no dust: %s", (_what, amount, units, isMoney) => {
  expect(couldMatter(`${units}`, { decimals: 6 }, { amount })).toBe(isMoney);
});
