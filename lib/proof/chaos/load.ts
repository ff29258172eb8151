import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { Reply } from "#lib/testing/servers/production-server";
import type { Fleet } from "./fleet";
import type { Random } from "./random";

/** A transfer that is asked for under one key, however often, and the ID that the dashboard has given it. */
export type Order = { key: string; accountNumber: string; id: string | undefined; isSettled: boolean };

/** What was asked for, and what came back. */
export type Load = {
  orders: readonly Order[];
  /** Requests for a transfer, repeats included. */
  submissions: () => number;
  repeats: () => number;
  /** How often each status came; 0 where the connection ended without an answer. */
  replies: ReadonlyMap<number, number>;
  /** Answers that must not be. */
  faults: readonly string[];
  /** Asks for transfers, several at once, until it is over; a share of the requests repeats an earlier key. */
  run: (isOver: () => boolean) => Promise<void>;
  /** Asks again for each transfer that the dashboard has given no last word on, as whoever waits for it would. */
  settle: () => Promise<void>;
};

const atOnce = 16;
const shareRepeated = 0.1;
const retryMs = 500;
const maxTries = 200;
/** Nothing was recorded: the same key may be sent again. */
const passing = new Set([0, 502, 503, 504]);

/** Makes a load of one fleet that has not begun. */
export function makeLoad(fleet: Fleet, random: Random): Load {
  const orders: Order[] = [];
  const replies = new Map<number, number>();
  const faults: string[] = [];
  let submissions = 0;
  let repeats = 0;
  const submit = async (order: Order): Promise<void> => {
    const server = await fleet.someServer();
    submissions += 1;
    const reply = await server.send(
      "POST",
      "/api/transfers",
      { ...goodTransfer, accountNumber: order.accountNumber },
      { "idempotency-key": order.key, cookie: fleet.session.cookie() },
    );
    const status = reply?.status ?? 0;
    replies.set(status, (replies.get(status) ?? 0) + 1);
    faults.push(...judge(order, reply));
  };
  const nextOrder = (): Order => {
    if (orders.length > 0 && random.chance(shareRepeated)) {
      repeats += 1;
      return random.pick(orders);
    }
    const accountNumber = `${3_000_000_000 + orders.length}`;
    const order = { key: randomUUID(), accountNumber, id: undefined, isSettled: false };
    orders.push(order);
    return order;
  };
  const inParallel = (work: () => Promise<void>) => Promise.all(Array.from({ length: atOnce }, work));
  return {
    orders,
    submissions: () => submissions,
    repeats: () => repeats,
    replies,
    faults,
    run: async (isOver) =>
      void (await inParallel(async () => {
        while (!isOver()) await submit(nextOrder());
      })),
    settle: async () => {
      const open = orders.filter(({ isSettled }) => !isSettled);
      await inParallel(async () => {
        for (let order = open.pop(); order !== undefined; order = open.pop()) {
          for (let tries = 1; !order.isSettled && tries < maxTries; tries++) {
            await submit(order);
            if (!order.isSettled) await setTimeout(retryMs);
          }
          if (!order.isSettled) faults.push(`${order.key} never got a last word`);
        }
      });
    },
  };
}

/** Notes what the dashboard says of an order. Gives what it must not say. */
function judge(order: Order, reply: Reply): string[] {
  const isLast = reply?.status === 200 || reply?.status === 201;
  const id = isLast ? reply?.body.id : reply?.body.transferId;
  const known = order.id;
  order.id ??= id;
  if (isLast) order.isSettled = true;
  if (known !== undefined && id !== undefined && known !== id) return [`${known} came back as ${id}`];
  const isInProgress = reply?.status === 409 && reply.body.code === "transfer_in_progress";
  if (isLast || isInProgress || passing.has(reply?.status ?? 0)) return [];
  return [`${order.key} was answered with ${reply?.status} ${JSON.stringify(reply?.body).slice(0, 200)}`];
}
