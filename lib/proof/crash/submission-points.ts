import { setTimeout } from "node:timers/promises";
import { businessKeptMs } from "#lib/server/service/business";
import type { Reply } from "#lib/testing/servers/production-server";
import { endOf, type Point, randomBelow } from "./point";
import type { CrashRig, Order } from "./rig";
import { answerWell } from "./service";
import { verifyTransfer } from "./verify";
import type { Watcher } from "./watcher";

type Crash = (rig: CrashRig, order: Order, watcher: Watcher) => Promise<void>;
/** What is left after the crash. */
type Left = { submission: string | undefined; reply: Reply; wasConnected: boolean };

/** Time for what was sent to be read; nothing depends on it, it only makes the point sharper. */
const readingMs = 30;

/** A crash while one transfer is submitted: it is arranged, the transfer asked for, and what is left is judged. */
function submissionPoint(
  name: string,
  what: string,
  arrange: Crash,
  isReached: (left: Left) => boolean,
): Point {
  return {
    name,
    what,
    run: async (rig) => {
      // A server that has just asked for the business does not ask again, and one of the two reads would be missing.
      await setTimeout(businessKeptMs);
      const order = rig.newOrder();
      const arrivedAtMost = rig.service.arrived() + 1;
      const watcher = await rig.database.watch();
      let wasConnected = false;
      rig.service.onInitiate(answerWell);
      rig.service.onNext("connection", () => {
        wasConnected = true;
      });
      await arrange(rig, order, watcher);
      const replying = rig.submit(order);
      await endOf(rig.server());
      await watcher.kill();
      const reply = await replying;
      await rig.database.rest();
      const [row] = await rig.database.peek<{ id: string; submission: string }>(
        "SELECT id, submission FROM transfers WHERE idempotency_key = ?",
        order.key,
      );
      rig.service.onInitiate(answerWell);
      await rig.start();
      const faults = await verifyTransfer(rig, { ...order, id: row?.id, arrivedAtMost });
      return { isReached: isReached({ submission: row?.submission, reply, wasConnected }), faults };
    },
  };
}

const isDispatching = ({ submission }: Left) => submission === "dispatching";
const rowOf = ({ key }: Order, submission = "%") =>
  `SELECT 1 FROM transfers WHERE idempotency_key = '${key}' AND submission LIKE '${submission}'`;

/** K0 to K10: every step of a submission. */
export const submissionPoints: Point[] = [
  submissionPoint(
    "K0",
    "at any moment of a submission",
    async (rig) => {
      const server = rig.server();
      void setTimeout(randomBelow(120)).then(server.kill);
    },
    () => true,
  ),
  submissionPoint(
    "K1",
    "before the intent's commit",
    async (rig, _order, watcher) => {
      const server = rig.server();
      // Not before the request has come so far: it is counted against a person's limit in the same database.
      rig.service.beforeQuote(() => watcher.hold());
      rig.service.onNext("reads answered", () => void setTimeout(readingMs).then(server.kill));
    },
    ({ submission }) => submission === undefined,
  ),
  submissionPoint(
    "K2",
    "after the intent's commit",
    (rig, order, watcher) => watcher.killWhen(rowOf(order), rig.server().pid),
    ({ submission }) => submission === "recorded",
  ),
  submissionPoint(
    "K3",
    "after the claim's commit, before connecting",
    (rig, order, watcher) => watcher.killWhen(rowOf(order, "dispatching"), rig.server().pid),
    (left) => isDispatching(left) && !left.wasConnected,
  ),
  submissionPoint(
    "K4",
    "after connecting",
    async (rig) => {
      const server = rig.server();
      rig.service.onInitiate((_create, response) => void response.socket?.destroy());
      rig.service.onNext("connection", server.kill);
    },
    isDispatching,
  ),
  submissionPoint(
    "K5",
    "after the headers",
    async (rig) => {
      const server = rig.server();
      rig.service.onInitiate((_create, response) => void response.socket?.destroy());
      rig.service.onNext("headers", server.kill);
    },
    isDispatching,
  ),
  submissionPoint(
    "K6",
    "after the body, the service not committed",
    async (rig) => {
      const server = rig.server();
      rig.service.onInitiate((_create, response) => {
        server.kill();
        response.socket?.destroy();
      });
    },
    isDispatching,
  ),
  submissionPoint(
    "K7",
    "the service committed, no answer",
    async (rig) => {
      const server = rig.server();
      rig.service.onInitiate((create) => {
        create();
        server.kill();
      });
    },
    isDispatching,
  ),
  submissionPoint(
    "K8",
    "half the answer",
    async (rig) => {
      const server = rig.server();
      rig.service.onInitiate((create, response) => {
        const text = create();
        response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
        response.write(text.slice(0, text.length / 2), () => void setTimeout(readingMs).then(server.kill));
      });
    },
    isDispatching,
  ),
  submissionPoint(
    "K9",
    "the whole answer, not recorded",
    async (rig, _order, watcher) => {
      const server = rig.server();
      rig.service.onInitiate(async (create, response, call) => {
        await watcher.hold();
        response.on("finish", () => void setTimeout(readingMs).then(server.kill));
        answerWell(create, response, call);
      });
    },
    isDispatching,
  ),
  submissionPoint(
    "K10",
    "recorded, the browser not answered",
    async (rig, order, watcher) => {
      const { pid } = rig.server();
      rig.service.onInitiate(async (create, response, call) => {
        await watcher.killWhen(rowOf(order, "accepted"), pid);
        answerWell(create, response, call);
      });
    },
    ({ submission, reply }) => submission === "accepted" && reply === undefined,
  ),
];
