import { answerOwn } from "../own-address";
import { endOf, type Point, randomBelow } from "../point";
import type { CrashStep } from "../rig";
import {
  agree,
  type BatchReply,
  createRows,
  importBatch,
  type Left,
  makeFile,
  newScene,
  readLeft,
  type Scene,
} from "./scene";
import { verifyBatch } from "./verify";

type Act = (scene: Scene) => Promise<BatchReply>;

/** A crash at a point of a batch: what is done before, and the act that the server doesn't outlive. */
type Crash = {
  before: readonly Act[];
  act: Act;
  /** Arranges the server's end. */
  arrange: (scene: Scene) => Promise<void> | void;
  isReached: (left: Left) => boolean;
};

function batchPoint(name: string, what: string, { before, act, arrange, isReached }: Crash): Point {
  return {
    name,
    what,
    run: async (rig) => {
      const scene = newScene(rig);
      // Each server that dies has reserved some of what a person may do in a minute.
      await rig.write("DELETE FROM attempts");
      rig.service.onInitiate(answerOwn);
      for (const step of before) requireDone(await step(scene));
      await arrange(scene);
      const acting = act(scene);
      await endOf(rig.server());
      await acting;
      await rig.database.rest();
      const left = await readLeft(scene);
      rig.service.onInitiate(answerOwn);
      await rig.start();
      return { isReached: isReached(left), faults: await verifyBatch(scene, left) };
    },
  };
}

function requireDone(reply: BatchReply): void {
  if (reply !== undefined && reply.status < 300) return;
  throw new Error(`A batch is not brought so far: ${JSON.stringify(reply)}`);
}

const killAt =
  (...steps: [CrashStep, ...CrashStep[]]) =>
  ({ rig }: Scene) =>
    rig.killAt(steps[randomBelow(steps.length)] ?? steps[0]);

/** At the first row's request, before or after the service has made the transfer, or before it is sent. */
async function killWhileSending(scene: Scene): Promise<void> {
  const { rig } = scene;
  const server = rig.server();
  const moment = randomBelow(3);
  if (moment === 0) return killAt("claimed")(scene);
  rig.service.onInitiate((create) => {
    if (moment === 1) create();
    server.kill();
  });
}

/** Once the first row's outcome is committed, or with the intent of the second written and its commit not done. */
function killBetweenRows({ rig }: Scene): void {
  rig.service.onInitiate(async (create, response, call) => {
    await rig.killAt(randomBelow(2) === 0 ? "applied" : "intending");
    answerOwn(create, response, call);
  });
}

const made = ({ rows }: Left) => rows.flatMap(({ submissions }) => submissions).join();
/** A call takes all of its rows at once. */
const areTaken = ({ rows }: Left) => rows.every(({ isLeased }) => isLeased);

/** B1 to B9: the steps of a batch, from its import to its funding file. */
export const batchPoints: Point[] = [
  batchPoint("B1", "a batch imported, before the commit", {
    before: [],
    act: importBatch,
    arrange: killAt("importing", "covering"),
    isReached: ({ id }) => id === undefined,
  }),
  batchPoint("B2", "imported, the browser not answered", {
    before: [],
    act: importBatch,
    arrange: killAt("imported"),
    isReached: ({ id, rows }) => id !== undefined && rows.length > 0,
  }),
  batchPoint("B3", "agreed to, before or after the commit", {
    before: [importBatch],
    act: agree,
    arrange: killAt("agreeing", "agreed", "agreed"),
    isReached: ({ isAgreed, rows }) => rows.every((row) => row.isAgreed === isAgreed && !row.isLeased),
  }),
  batchPoint("B4", "its rows taken", {
    before: [importBatch, agree],
    act: createRows,
    arrange: killAt("leased"),
    isReached: (left) => areTaken(left) && made(left) === "",
  }),
  batchPoint("B5", "between a row's intent and its claim", {
    before: [importBatch, agree],
    act: createRows,
    arrange: killAt("intended"),
    isReached: (left) => made(left) === "recorded",
  }),
  batchPoint("B6", "between a row's claim and its answer", {
    before: [importBatch, agree],
    act: createRows,
    arrange: killWhileSending,
    isReached: (left) => made(left) === "dispatching",
  }),
  batchPoint("B7", "between two rows", {
    before: [importBatch, agree],
    act: createRows,
    arrange: killBetweenRows,
    isReached: (left) => areTaken(left) && made(left) === "accepted",
  }),
  batchPoint("B8", "a funding file, before the commit", {
    before: [importBatch, agree, createRows],
    act: makeFile,
    arrange: killAt("funding", "filing"),
    isReached: ({ files }) => files.length === 0,
  }),
  batchPoint("B9", "file made, the browser not answered", {
    before: [importBatch, agree, createRows],
    act: makeFile,
    arrange: killAt("funded"),
    isReached: ({ files }) => files.length === 1,
  }),
];
