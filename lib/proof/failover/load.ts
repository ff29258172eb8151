import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Instance } from "#lib/testing/servers/instances";
import type { FaultyService } from "#lib/testing/service/faulty-service";

/** What a client asks for: an account of its own, under a key that it never changes. */
type Order = { key: string; accountNumber: string };
/** What a client was told at last, and when by a clock that nobody sets. */
export type Told = Order & {
  status: number;
  outcome: string;
  transactionId: string | null;
  startedAt: number;
  endedAt: number;
};

const retryMs = 300;
/** More clients than this at once wait for nobody. */
const mostWaiting = 60;
const patienceMs = 60_000;

/** Clients that begin a transfer each at a steady pace, and repeat it under the same key until they are told what became of it. */
export type Load = {
  /** Lets no new client begin. */
  stop: () => void;
  /** How many repeats were refused because new transfers were on hold. */
  held: () => number;
  /** What every client was told. */
  ended: () => Promise<Told[]>;
};

/** Agrees to what waits, by a colleague of the clients. */
export type Agree = (instance: Instance, id: string) => Promise<unknown>;

/** Starts one that goes to one server after the other. */
export function startLoad(instances: readonly Instance[], everyMs: number, agree?: Agree): Load {
  const clients: Promise<Told>[] = [];
  let isOver = false;
  let isGivenUp = false;
  let heldCount = 0;
  let turn = 0;
  let waiting = 0;
  const ask = async (order: Order): Promise<Told> => {
    const startedAt = performance.now();
    waiting += 1;
    while (!isGivenUp) {
      turn += 1;
      const instance = instances[turn % instances.length] as Instance;
      const reply = await instance
        .submit(order.key, { accountNumber: order.accountNumber })
        .catch(() => undefined);
      if (agree !== undefined && reply?.body.status === "awaiting_approval") {
        await agree(instance, reply.body.id).catch(() => undefined);
      } else if (reply?.status === 200 || reply?.status === 201) {
        const { status, transactionId } = reply.body;
        const endedAt = performance.now();
        waiting -= 1;
        return { ...order, status: reply.status, outcome: status, transactionId, startedAt, endedAt };
      }
      if (reply?.problem.code === "transfers_held") heldCount += 1;
      await setTimeout(retryMs);
    }
    throw new Error("A client was never told what became of its transfer.");
  };
  const running = (async () => {
    while (!isOver) {
      if (waiting < mostWaiting) clients.push(ask({ key: randomUUID(), accountNumber: nextAccount() }));
      await setTimeout(everyMs);
    }
  })();
  return {
    stop: () => {
      isOver = true;
    },
    held: () => heldCount,
    ended: async () => {
      await running;
      const limit = setTimeout(patienceMs, undefined, { ref: false }).then(() => {
        isGivenUp = true;
      });
      return Promise.race([Promise.all(clients), limit.then(() => Promise.all(clients))]);
    },
  };
}

let accounts = 1_000_000_000;
function nextAccount(): string {
  accounts += 1;
  return `${accounts}`;
}

/** What the service has made: which transfers of which account. */
export type Made = Map<string, string[]>;

/** Lets the service make whatever it is asked for, and answer a while later. */
export function makeEverything(service: FaultyService, slowestMs: number): Made {
  const made: Made = new Map();
  let count = 0;
  service.behave("initiate", async (response, { body }) => {
    const { accountNumber } = JSON.parse(body) as { accountNumber: string };
    count += 1;
    const transactionId = `txn_${count}`;
    made.set(accountNumber, [...(made.get(accountNumber) ?? []), transactionId]);
    await setTimeout((count * 97) % slowestMs);
    const address = `0x${count.toString(16).padStart(40, "0")}`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, transactionId, address }));
  });
  return made;
}
