import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { failWrites } from "#lib/testing/database/database";
import { forgetLimits } from "#lib/testing/database/forget-limits";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { readEvents } from "#lib/testing/ledger/read-events";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { memoryFolder } from "#lib/testing/temporary-folder";
import { type Answer, answers } from "./answers";
import type { ModelTransfer, Outcome } from "./model";

/** What a transfer is asked for with. */
export type Content = Pick<ModelTransfer, "key" | "name" | "accountNumber" | "amount" | "replaces">;

/** The real thing beside the model: our handlers over a database file, and a real service. */
export type World = {
  dashboard: TestDashboard;
  service: FaultyService;
  ledger: () => Promise<Db>;
  /** A key, a payee and an amount that no other transfer has. */
  newContent: () => Content;
  submit: (content: Content, extra?: object) => ReturnType<typeof send<Transfer>>;
  /** Answers the next initiate in the given way, when the gate opens. Gives what it amounts to. */
  answerNext: (name: Answer, gate?: Promise<void>) => Outcome;
  /** Every request that the service saw of a transfer. */
  initiatesOf: (name: string) => string[];
  callbackPathOf: (name: string) => string | undefined;
  rowOf: (key: string) => Promise<TransferRow | undefined>;
  eventsOf: (id: string) => Promise<TransferEventRow[]>;
  find: (id: string) => Promise<TransferWithEvents>;
  /** Lets no claim be committed, as a crash or a full disk at that moment would. Gives the end of it. */
  breakClaims: () => Promise<() => Promise<void>>;
  /** Lets the one person of all histories write as much as somebody who writes for the first time. */
  forgetLimits: () => Promise<void>;
  close: () => Promise<void>;
};

const send = <Body>(dashboard: TestDashboard, method: string, path: string, options = {}) =>
  dashboard.send<Body>(method, path, options);

/** Opens a world. */
export async function openWorld(): Promise<World> {
  const service = await startFaultyService();
  const variables = { OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey };
  // Thousands of histories are tried.
  const dashboard = await startDashboard(variables, memoryFolder());
  let serial = 0;
  const sent = new Map<string, string[]>();
  const ledger = () => db();
  return {
    dashboard,
    service,
    ledger,
    forgetLimits,
    newContent: () => {
      serial += 1;
      const accountNumber = `${1_000_000_000 + serial}`;
      return {
        key: randomUUID(),
        name: `PAYEE ${serial}`,
        accountNumber,
        amount: `${(serial % 900) + 1}.5`,
        replaces: undefined,
      };
    },
    submit: ({ key, name, accountNumber, amount, replaces }, extra = {}) =>
      send<Transfer>(dashboard, "POST", "/api/transfers", {
        body: { ...goodTransfer, accountName: name, accountNumber, amount, replaces, ...extra },
        headers: { "idempotency-key": key },
      }),
    answerNext: (name, gate) => {
      const { outcome, behaviour } = answers[name](`txn_${randomUUID()}`);
      service.behave("initiate", (response, call) => {
        const { accountName } = JSON.parse(call.body) as { accountName: string };
        sent.set(accountName, [...(sent.get(accountName) ?? []), call.body]);
        void Promise.resolve(gate).then(() => behaviour(response, call));
      });
      return outcome;
    },
    initiatesOf: (name) => sent.get(name) ?? [],
    callbackPathOf: (name) => {
      const [body] = sent.get(name) ?? [];
      return body === undefined ? undefined : new URL(JSON.parse(body).callbackUrl as string).pathname;
    },
    rowOf: async (key) =>
      (await ledger())
        .selectFrom("transfers")
        .selectAll()
        .where("idempotency_key", "=", key)
        .executeTakeFirst(),
    eventsOf: async (id) => readEvents(await ledger(), id),
    find: async (id) => (await send<TransferWithEvents>(dashboard, "GET", `/api/transfers/${id}`)).body,
    breakClaims: async () => {
      const condition = sql`new.submission = 'dispatching'`;
      return failWrites(await ledger(), "update of submission on transfers", condition);
    },
    close: async () => {
      await dashboard.close();
      await service.close();
    },
  };
}
