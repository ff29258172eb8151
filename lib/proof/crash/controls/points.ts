import { spawnCommand } from "#lib/testing/servers/command";
import { endOf, type Point, randomBelow } from "../point";
import type { CrashStep } from "../rig";
import { answerWell } from "../service";
import { type Fault, verifyTransfer } from "../verify";
import { payeePoint } from "./payee-point";
import {
  agree,
  approve,
  ask,
  decide,
  type Left,
  type Report,
  readLeft,
  readRules,
  type Scene,
  setRules,
  verifyAgain,
  verifyApprovals,
  verifyEnded,
} from "./scene";

const longAgo = "2026-01-01T00:00:00.000Z";

/** A crash at a point of an approval: what is done before, and the act that the server doesn't outlive. */
type Crash = {
  approvals?: number;
  before?: (scene: Scene) => Promise<void>;
  act: (scene: Scene) => Promise<unknown>;
  /** Arranges the server's end. */
  arrange: (scene: Scene) => Promise<void>;
  isReached: (left: Left) => boolean;
  /** Where it must not be sent any more. */
  isOver?: boolean;
};

function approvalPoint(name: string, what: string, crash: Crash): Point {
  const { approvals = 1, before, act, arrange, isReached, isOver = false } = crash;
  return {
    name,
    what,
    run: async (rig) => {
      const faults: Fault[] = [];
      const report: Report = (kind, text) => void faults.push({ kind, text });
      const scene = { rig, order: rig.newOrder(), approvers: await rig.approvers() };
      const arrivedAtMost = rig.service.arrived() + 1;
      rig.service.onInitiate(answerWell);
      await setRules(rig, approvals);
      await before?.(scene);
      await arrange(scene);
      const acting = act(scene);
      await endOf(rig.server());
      await acting;
      await rig.database.rest();
      const left = await readLeft(scene);
      const isSent = rig.service.created(scene.order.accountNumber).length > 0;
      if (isSent && left.approvals < approvals) report("other", "it was sent without its approvals");
      rig.service.onInitiate(answerWell);
      await rig.start();
      if (isOver) {
        await verifyEnded(scene, report);
        await verifyAgain(scene, report);
      } else {
        await verifyApprovals(scene, left, report);
        await agree(scene, approvals, report);
        faults.push(...(await verifyTransfer(rig, { ...scene.order, id: left.id, arrivedAtMost })));
      }
      await setRules(rig, 0);
      return { isReached: isReached(left), faults };
    },
  };
}

const killAt =
  (...steps: CrashStep[]) =>
  ({ rig }: Scene) =>
    rig.killAt(steps[randomBelow(steps.length)] ?? "asked");

const rulesPoint: Point = {
  name: "K27",
  what: "while rules are set",
  run: async (rig, repetition) => {
    const faults: Fault[] = [];
    const report: Report = (kind, text) => void faults.push({ kind, text });
    const scene = { rig, order: rig.newOrder(), approvers: await rig.approvers() };
    const before = await readRules(rig);
    const isBefore = repetition % 2 === 0;
    await rig.killAt(isBefore ? "ruling" : "ruled");
    const setting = setRules(rig, 1);
    await endOf(rig.server());
    await setting;
    await rig.database.rest();
    const rows = await rig.database.peek<{ state: string }>(
      "SELECT state FROM control_rules WHERE n > ?",
      `${before?.n}`,
    );
    await rig.start();
    const after = await readRules(rig);
    if (after?.n !== (before?.n ?? 0) + rows.length)
      report("lost", `${rows.length} versions became ${after?.n}`);
    const stands = (after?.rules.tiers.length ?? 0) > 0;
    if (stands !== rows.length > 0) report("other", "the rules that count are not those that were set");
    await setRules(rig, 1);
    const arrivedAtMost = rig.service.arrived() + 1;
    if ((await ask(scene))?.body.status !== "awaiting_approval")
      report("other", "it was sent without approval");
    await agree(scene, 1, report);
    faults.push(...(await verifyTransfer(rig, { ...scene.order, id: undefined, arrivedAtMost })));
    await setRules(rig, 0);
    return { isReached: rows.length === (isBefore ? 0 : 1), faults };
  },
};

/** Several wait, and the server dies when the first of them was closed. */
const waitingAtHold = 3;

/** Comes last: what is created within two minutes of a hold counts as from before it, and can't be funded. */
export const holdPoint: Point = {
  name: "K29",
  what: "while the end of a hold closes requests",
  run: async (rig) => {
    const faults: Fault[] = [];
    const report: Report = (kind, text) => void faults.push({ kind, text });
    const approvers = await rig.approvers();
    await setRules(rig, 1);
    const newScene = () => ({ rig, order: rig.newOrder(), approvers });
    const first = newScene();
    const scenes = [first, ...Array.from({ length: waitingAtHold - 1 }, newScene)];
    for (const scene of scenes) await ask(scene);
    await spawnCommand(rig.database.url, "hold-transfers").ended;
    // A hold may be ended only after a while, which nothing here waits for.
    await rig.write("UPDATE database_server SET held_since = ?", longAgo);
    const release = () => rig.send("POST", "/api/hold/release", { since: longAgo });
    await rig.killAt(randomBelow(2) === 0 ? "applying" : "applied");
    const releasing = release();
    await endOf(rig.server());
    await releasing;
    await rig.database.rest();
    const left = await Promise.all(scenes.map(readLeft));
    await rig.start();
    const early = await decide(first, left[0]?.id ?? "", approvers[0] ?? "");
    if (early?.status === 200) report("other", "something was approved during a hold");
    const ended = await release();
    if (ended?.status !== 200) report("other", `the end of the hold gave ${ended?.status}`);
    for (const scene of scenes) await verifyEnded(scene, report);
    await verifyAgain(first, report);
    await setRules(rig, 0);
    const waiting = left.filter(({ submission }) => submission === "awaiting_approval").length;
    return { isReached: waiting >= waitingAtHold - 1, faults };
  },
};

/** K16 to K21, K27 and K28: the steps of asking, deciding, setting rules, and agreeing to an account. */
export const approvalPoints: Point[] = [
  approvalPoint("K16", "asked for approval, before the commit", {
    arrange: killAt("asking"),
    act: ask,
    isReached: ({ submission }) => submission === undefined,
  }),
  approvalPoint("K17", "asked for approval, the browser not answered", {
    arrange: killAt("asked"),
    act: ask,
    isReached: ({ submission, state }) => submission === "awaiting_approval" && state === "waiting",
  }),
  approvalPoint("K18", "the first of two approvals", {
    approvals: 2,
    before: async (scene) => void (await ask(scene)),
    arrange: killAt("approving", "approved"),
    act: (scene) => approve(scene, 0),
    isReached: ({ submission, approvals }) => submission === "awaiting_approval" && approvals < 2,
  }),
  approvalPoint("K19", "the last approval judged, before the commit", {
    before: async (scene) => void (await ask(scene)),
    arrange: killAt("approving", "releasing"),
    act: (scene) => approve(scene, 0),
    isReached: ({ submission, approvals }) => submission === "awaiting_approval" && approvals === 0,
  }),
  approvalPoint("K20", "the last approval committed, outcome unknown", {
    before: async (scene) => void (await ask(scene)),
    arrange: async ({ rig }) => {
      const server = rig.server();
      if (randomBelow(2) === 0) return rig.killAt("approved");
      rig.service.onInitiate((create) => {
        create();
        server.kill();
      });
    },
    act: (scene) => approve(scene, 0),
    isReached: ({ submission, approvals }) => submission === "dispatching" && approvals === 1,
  }),
  approvalPoint("K21", "while a request ends by time", {
    before: async (scene) => void (await ask(scene)),
    arrange: killAt("applying", "applied"),
    act: async ({ rig, order }) =>
      rig.write(
        "UPDATE requests SET expires_at = ? WHERE subject_id = (SELECT id FROM transfers WHERE idempotency_key = ?)",
        longAgo,
        order.key,
      ),
    isReached: ({ submission }) => submission !== undefined,
    isOver: true,
  }),
  rulesPoint,
  payeePoint,
];
