import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { TransferWithEvents } from "#lib/contract/api";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import type { NewEvent } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import { type Arrival, arrive, vanish } from "#lib/testing/ledger/give-deposits";
import {
  dispatched,
  giveLife,
  newAddress,
  says,
  sent,
  setColumns,
  unanswered,
} from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { root } from "#lib/testing/servers/server-process";
import { type Bar, bars } from "#lib/transfer/standing/invitation";

let dashboard: TestDashboard;
let ledger: Db;
beforeAll(async () => {
  dashboard = await startDashboard({ APP_URL: "http://localhost:3000", DEPOSIT_WINDOW_MINUTES: "2" });
  dashboard.spoil();
  ledger = await db();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => dashboard.close());

/** What opens each, by the table of `docs/architecture.md`. */
const opened = new Map(
  readFileSync(join(root, "docs/architecture.md"), "utf8")
    .split("| closed by | opened by |")[1]
    ?.split("\n\n")[0]
    ?.split("\n")
    .flatMap((line) => {
      const [, codes = "", how = ""] = line.split("|");
      return [...codes.matchAll(/`(\w+)`/g)].map(([, code = ""]): [string, string] => [code, how.trim()]);
    }),
);

const random = randomFrom(8);

async function make(answer: readonly NewEvent[] = sent): Promise<string> {
  const row = {
    ...randomTransfer(random, new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  };
  await insertTransfers(ledger, [row]);
  await giveLife(ledger, [row.id], answer);
  return row.id;
}

const accepted = (address: string | null): NewEvent[] => [
  dispatched,
  { source: "service_answer", kind: "accepted", address },
];
async function paid(part: Partial<Arrival> & { isElsewhere?: boolean }): Promise<string> {
  const id = await make();
  const { isElsewhere, ...more } = part;
  const { address } = await page(id);
  const to = isElsewhere === true ? newAddress() : (address ?? "");
  await arrive(ledger, { id, address: to, units: 100_000_000, ...more });
  return id;
}
async function told(...events: NewEvent[]): Promise<string> {
  const id = await make();
  await giveLife(ledger, [id], events);
  return id;
}
async function changed(columns: Parameters<typeof setColumns>[2]): Promise<string> {
  const id = await make();
  await setColumns(ledger, id, columns);
  return id;
}

/** A transfer that is closed by each. What closes all of them at once is made in the tests of its own. */
const ways: Partial<Record<Bar, () => Promise<string>>> = {
  not_accepted: () => make([dispatched, unanswered]),
  two_addresses: () => told({ source: "dashboard", kind: "contradicted" }),
  address_changed: () => changed({ address: newAddress() }),
  no_address: () => make(accepted(null)),
  invalid_address: () => changed({ address_check: "invalid" }),
  wrong_token: () => paid({ isOther: true }),
  elsewhere: () => paid({ isElsewhere: true }),
  arriving: () => paid({ isConfirmed: false }),
  arrived: () => paid({}),
  short: () => paid({ units: 60_000_000 }),
  gone: async () => {
    const id = await paid({});
    await vanish(ledger, id);
    return id;
  },
  ended: () => told(says("expired")),
  said: () => told(says("processing")),
  shared_address: async () => {
    const address = newAddress();
    const [one, other] = [await make(accepted(address)), await make(accepted(address))];
    for (const id of [one, other]) await setColumns(ledger, id, { is_repeated: 1 });
    return one;
  },
  doubt_of_address: () => told({ source: "service_answer", kind: "creation_doubted", word: "address" }),
  doubt: () => told({ source: "service_answer", kind: "creation_doubted", word: "amount,status" }),
  unknown_word: () => told(says("quote_locked")),
  unread: () => told(says("", { word: null, unread: "encoding" })),
  wallet: async () => {
    const id = await make();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { wallet: "MetaMask", from: `0x${"c0".repeat(20)}` };
    expect((await dashboard.send("POST", `/api/transfers/${id}/fundings`, { body, headers })).status).toBe(
      201,
    );
    return id;
  },
  stopped: () => told({ source: "person", kind: "stopped" }),
  restore: async () => {
    const id = await make();
    await inTransaction(ledger, (trx) =>
      appendAudit(trx, {
        ...{ actor: null, address: null, userAgent: null, action: "transfers_held", recordId: null },
        detail: { reason: "by_hand" },
      } as never),
    );
    return id;
  },
  // The last: a session of before is not taken back to an earlier time.
  window: async () => {
    const id = await make();
    vi.useFakeTimers({ now: Date.now() + 3 * 60_000, toFake: ["Date"] });
    return id;
  },
};

async function page(id: string): Promise<TransferWithEvents> {
  return (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
}

it("the table names each of them once", () => {
  expect([...opened.keys()].sort()).toEqual([...bars].sort());
});

it.each(Object.entries(ways))("closed by %s, it is opened as the table says", async (bar, close) => {
  const id = await close();
  const { standing } = await page(id);
  expect(standing).toMatchObject({ invitation: "closed", closedBy: bar });
  const how = opened.get(bar) ?? "";
  const isOpenedAgain = how.startsWith("open again");
  expect(standing.canOpen).toBe(isOpenedAgain);
  const answer = await dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/opening`, {
    body: { reason: "The service still takes it.", seen: `${standing.seen}` },
    as: "finance",
  });
  if (isOpenedAgain) {
    expect(answer.status).toBe(200);
    expect(answer.body.standing.invitation).toMatch(/^open/);
  } else {
    expect([answer.status, answer.problem.code]).toEqual([409, "not_resolvable"]);
    expect((await page(id)).standing.invitation).toBe("closed");
  }
});
