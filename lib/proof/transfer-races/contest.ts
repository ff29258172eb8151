import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { evmAddress } from "#lib/asset/address";
import type { TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { type Act, begin, countSteps } from "#lib/testing/database/paused-acts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  type Behaviour,
  type FaultyService,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { memoryFolder } from "#lib/testing/temporary-folder";

/** A dashboard whose steps are counted, on a service that answers each payee when it is told to. */
export type Arena = {
  dashboard: TestDashboard;
  service: FaultyService;
  /** How often the service was asked to create a transfer for a payee. */
  initiatesOf: (accountNumber: string) => number;
  /** Begins a transfer of a payee of its own, by a person of its own; its answer is kept back. */
  contest: (isLost: boolean) => Promise<Contest>;
  close: () => Promise<void>;
};

/** A transfer whose answer is kept back, and all that two who act on it may do. */
export type Contest = {
  id: string;
  key: string;
  payee: object;
  accountNumber: string;
  /** What a transfer that takes its place is asked for with; its answer comes at once. */
  replacement: object;
  replacementAccount: string;
  personId: string;
  email: string;
  ids: Record<"service" | "other" | "person" | "address" | "personsAddress", string>;
  /** The bodies of the callbacks that were answered with 204. */
  taken: string[];
  /** Lets the service answer, as an act that ends when the request does. */
  answered: (behaviour: Behaviour) => Act<Reply>;
  /** Lets the request end, whatever has become of it. */
  end: () => Promise<void>;
  callBack: (body: object) => Promise<Reply>;
  send: <Body = unknown>(method: string, path: string, body?: object) => Promise<Reply<Body>>;
  submit: (key: string, body: object) => Promise<Reply>;
  /** What an admin does to the person. */
  change: (method: string, path: string, body?: object) => Promise<Reply>;
};
type Reply<Body = unknown> = { status: number; body: Body };

const long = "2020-01-01T00:00:00.000Z";
const newAddress = () => evmAddress(randomBytes(20));

/** Opens an arena. */
export async function openArena(): Promise<Arena> {
  const service = await startFaultyService();
  const variables = { OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey };
  const dashboard = await startDashboard({ ...variables, OFFRAMP_TIMEOUT_MS: "120000" }, memoryFolder());
  await countSteps();
  const kept = new Map<string, Promise<Behaviour>>();
  const calls = new Map<string, string[]>();
  service.behave("initiate", (response, call) => {
    const { accountNumber } = JSON.parse(call.body) as { accountNumber: string };
    calls.set(accountNumber, [...(calls.get(accountNumber) ?? []), call.body]);
    const behaviour = kept.get(accountNumber) ?? Promise.resolve(reset);
    void behaviour.then((behave) => behave(response, call));
  });
  let serial = 0;
  const newAccount = () => `${3_000_000_000 + serial++}`;
  return {
    dashboard,
    service,
    initiatesOf: (accountNumber) => calls.get(accountNumber)?.length ?? 0,
    contest: async (isLost) => {
      const accountNumber = newAccount();
      let open: (behaviour: Behaviour) => void = () => undefined;
      kept.set(
        accountNumber,
        new Promise((resolve) => {
          open = resolve;
        }),
      );
      const begun = await beginContest(dashboard, accountNumber, newAccount(), open);
      while (!calls.has(accountNumber)) await setTimeout(1);
      const [sent = "{}"] = calls.get(accountNumber) ?? [];
      await begun.find(new URL((JSON.parse(sent) as { callbackUrl: string }).callbackUrl).pathname, isLost);
      return begun.contest;
    },
    close: async () => {
      await dashboard.close();
      await service.close();
    },
  };
}

async function beginContest(
  dashboard: TestDashboard,
  accountNumber: string,
  replacementAccount: string,
  open: (behaviour: Behaviour) => void,
) {
  const ledger = await db();
  const { cookie, personId, email } = await writeSession(ledger, testSecret, { role: "finance" });
  const key = randomUUID();
  const payee = contentOf(accountNumber);
  const submit: Contest["submit"] = (ofKey, body) =>
    dashboard.send("POST", "/api/transfers", { body, headers: { cookie, "idempotency-key": ofKey } });
  const { begun, doing } = begin(() => submit(key, payee));
  doing.catch(() => undefined);
  let path = "";
  const contest: Contest = {
    id: "",
    key,
    payee,
    accountNumber,
    replacement: contentOf(replacementAccount),
    replacementAccount,
    personId,
    email,
    ids: {
      service: `txn_${randomUUID()}`,
      other: `txn_${randomUUID()}`,
      person: `txn_${randomUUID()}`,
      address: newAddress(),
      personsAddress: newAddress(),
    },
    taken: [],
    answered: (behaviour) => ({
      begun,
      run: () => {
        open(behaviour);
        return doing;
      },
    }),
    end: async () => {
      open(reset);
      await doing;
    },
    callBack: async (body) => {
      const reply = await dashboard.send("POST", path, { body, as: "nobody" });
      if (reply.status === 204) contest.taken.push(JSON.stringify(body));
      return reply;
    },
    send: <Body>(method: string, below: string, body?: object) =>
      dashboard.send<Body>(method, `/api/transfers/${contest.id}${below}`, {
        headers: { cookie },
        ...(body !== undefined && { body }),
      }),
    submit,
    change: (method, below, body) =>
      dashboard.send(method, `/api/people/${personId}${below}`, body === undefined ? {} : { body }),
  };
  const find = async (callbackPath: string, isLost: boolean) => {
    path = callbackPath;
    const { id } = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("idempotency_key", "=", key)
      .executeTakeFirstOrThrow();
    contest.id = id;
    // Whoever looks next finds that it took too long.
    await ledger.updateTable("transfers").set({ dispatch_deadline: long }).where("id", "=", id).execute();
    if (isLost) await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`);
  };
  return { contest, find };
}

/** What a transfer of a payee is asked for with. */
const contentOf = (accountNumber: string) => ({ ...goodTransfer, accountNumber });
