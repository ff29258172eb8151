import { setTimeout } from "node:timers/promises";
import type { Reply } from "#lib/testing/servers/production-server";
import { endOf, type Point, randomBelow } from "./point";
import type { CrashRig } from "./rig";
import { answerWell } from "./service";
import { type Fault, verifyApplied, verifyCallback, verifyTransfer } from "./verify";

const waitingMs = 60;

/** What a crash has left of a callback: rows that wait, events, and whether the service was answered. */
type Left = { received: number; applied: number; isAnswered: boolean };

/** A crash while a callback comes in or is applied. The service repeats it afterwards, as if it had got no 2xx. */
function callbackPoint(
  name: string,
  what: string,
  arrange: (rig: CrashRig) => Promise<(() => Promise<void>) | void>,
  isAt: (left: Left) => boolean,
): Point {
  return {
    name,
    what,
    run: async (rig) => {
      const faults: Fault[] = [];
      const report = (kind: Fault["kind"], text: string) => void faults.push({ kind, text });
      const order = rig.newOrder();
      const arrivedAtMost = rig.service.arrived() + 1;
      rig.service.onInitiate(answerWell);
      const made = await rig.submit(order);
      const [created] = rig.service.created(order.accountNumber);
      if (made === undefined || created === undefined) throw new Error("No transfer to call back for.");
      const { id } = made.body;
      const { callbackUrl, transactionId } = created;
      const call = () => rig.send("POST", callbackUrl, { transactionId, status: "processing" });
      const letGo = await arrange(rig);
      const calling = call();
      await endOf(rig.server());
      await letGo?.();
      const answered: Reply = await calling;
      await rig.database.rest();
      const count = async (query: string) => (await rig.database.peek(query, id)).length;
      const received = await count("SELECT 1 FROM received WHERE transfer_id = ?");
      const applied = await count(
        "SELECT 1 FROM transfer_events WHERE transfer_id = ? AND kind = 'callback'",
      );
      const kept = received + applied;
      const isAnswered = answered !== undefined;
      if (isAnswered && (answered.status !== 204 || kept === 0))
        report("lost", `it was answered with ${answered.status} and kept ${kept} times`);
      await rig.start();
      if (kept > 0) await verifyApplied(rig, id, kept, report);
      const repeated = await call();
      if (repeated?.status !== 204) report("lost", "its repeat was not taken");
      await verifyCallback(rig, id, 1 + kept, report);
      faults.push(...(await verifyTransfer(rig, { ...order, id, arrivedAtMost })));
      return { isReached: isAt({ received, applied, isAnswered }), faults };
    },
  };
}

/** K11, K12, K22 and K23: the steps of a callback, which is kept first and applied after. */
export const callbackPoints: Point[] = [
  callbackPoint(
    "K11",
    "during a callback, before its commit",
    async (rig) => {
      const watcher = await rig.database.watch();
      await watcher.hold();
      void setTimeout(waitingMs).then(rig.server().kill);
      return watcher.kill;
    },
    ({ received, applied, isAnswered }) => received + applied === 0 && !isAnswered,
  ),
  callbackPoint(
    "K12",
    "after a callback's commit, before the 2xx",
    (rig) => rig.killAt("kept"),
    ({ received, applied, isAnswered }) => received === 1 && applied === 0 && !isAnswered,
  ),
  callbackPoint(
    "K22",
    "while a callback is applied",
    (rig) => rig.killAt(randomBelow(2) === 0 ? "applying" : "covering"),
    ({ received, applied }) => received === 1 && applied === 0,
  ),
  callbackPoint(
    "K23",
    "after a callback was applied",
    (rig) => rig.killAt("applied"),
    ({ received, applied }) => received === 0 && applied === 1,
  ),
];
