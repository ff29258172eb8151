import { setTimeout } from "node:timers/promises";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import type { Created } from "./service";

/** The service's reports of what becomes of its transfers, each repeated until it is taken. */
export type Callbacks = {
  /** Reports on a transfer, now and in a while. */
  reportOn: (created: Created) => void;
  /** Reports one word on a transfer, and waits until it is taken. */
  report: (created: Created, status: string) => Promise<void>;
  /** Waits until all reports were taken. */
  ended: () => Promise<void>;
  /** How often each body was answered with 2xx, by account number. */
  taken: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What the dashboard must not have answered. */
  refusals: readonly string[];
  /** How often no server answered, or one answered that it could not keep it. */
  retries: () => number;
};

const words = ["awaiting_deposit", "processing", "completed"];
const numbers = [0, 1, 1, 2, 3];
const waitMs = 3_000;
const retryMs = 400;
const maxTries = 200;
const shareSentTwice = 0.1;

/** Starts reporting to the servers of a fleet, whichever runs. */
export function startCallbacks(fleet: () => Fleet, random: Random): Callbacks {
  const taken = new Map<string, Map<string, number>>();
  const refusals: string[] = [];
  const running = new Set<Promise<void>>();
  let retries = 0;
  const send = async ({ accountNumber, callbackUrl }: Created, body: { status: string }) => {
    for (let tries = 1; ; tries++) {
      const server = await fleet().someServer();
      const reply = await server.send("POST", new URL(callbackUrl).pathname, body);
      if (reply?.status === 204) break;
      if (tries === maxTries) return void refusals.push(`${body.status} of ${accountNumber} was never taken`);
      if (reply !== undefined && reply.status !== 503)
        refusals.push(`${body.status} of ${accountNumber} was answered with ${reply.status}`);
      retries += 1;
      await setTimeout(retryMs + random.below(retryMs));
    }
    const bodies = taken.get(accountNumber) ?? new Map<string, number>();
    taken.set(accountNumber, bodies);
    const text = JSON.stringify(body);
    bodies.set(text, (bodies.get(text) ?? 0) + 1);
  };
  const report = async (created: Created, status: string) => {
    const body = { transactionId: created.transactionId, status };
    const times = random.chance(shareSentTwice) ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => send(created, body)));
  };
  const reportAll = async (created: Created) => {
    for (const status of words.slice(0, random.pick(numbers))) {
      await setTimeout(random.below(waitMs));
      await report(created, status);
    }
  };
  return {
    reportOn: (created) => {
      const reporting = reportAll(created).finally(() => running.delete(reporting));
      running.add(reporting);
    },
    report,
    ended: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    taken,
    refusals,
    retries: () => retries,
  };
}
