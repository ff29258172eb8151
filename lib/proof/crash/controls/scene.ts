import { setTimeout } from "node:timers/promises";
import { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules, type Rules } from "#lib/features/controls/rules";
import type { Reply } from "#lib/testing/servers/production-server";
import type { CrashRig, Order } from "../rig";
import { type Fault, verifyTransfer } from "../verify";

/** What the good transfer pays out is above it. */
const fromNaira = "1000000";
const goodOutput = "1913409.88";
/** Longer than the start and a sweep take. */
const sweepLimitMs = 15_000;

export type Report = (kind: Fault["kind"], text: string) => void;
/** What a crash has left of one that was asked for. */
export type Left = {
  id: string | undefined;
  submission: string | undefined;
  state: string | undefined;
  approvals: number;
};
/** What is under way at a crash: asked for by the owner, and decided by people of finance. */
export type Scene = { rig: CrashRig; order: Order; approvers: readonly string[] };

/** So many approvals are needed from now on, or nothing waits at 0, beside other rules. What is set already stays. */
export async function setRules(
  rig: CrashRig,
  approvals: number,
  further: Partial<Rules> = {},
): Promise<void> {
  const tiers = approvals > 0 && { tiers: [{ fromNaira, approvals, by: "finance" }] };
  const rules = { ...noRules, ...tiers, ...further };
  const found = await readRules(rig);
  if (JSON.stringify(found?.rules) === JSON.stringify(rules)) return;
  // Each server that dies has reserved some of what a person may do in a minute.
  await rig.write("DELETE FROM attempts");
  const reply = await rig.send("POST", "/api/controls", { after: `${found?.n}`, rules });
  if (reply !== undefined && reply.status !== 200)
    throw new Error(`Rules are refused: ${JSON.stringify(reply.body)}`);
}

export async function readRules(rig: CrashRig): Promise<ControlsState | undefined> {
  const reply = await rig.send("GET", "/api/controls");
  return ControlsState.safeParse(reply?.body).data;
}

export async function readLeft({ rig, order }: Scene): Promise<Left> {
  const [row] = await rig.database.peek<{ id: string; submission: string; state: string | null }>(
    `SELECT transfers.id, submission, state FROM transfers LEFT JOIN requests ON subject_id = transfers.id
      WHERE idempotency_key = ?`,
    order.key,
  );
  const given = await rig.database.peek(
    "SELECT 1 FROM approvals JOIN requests ON requests.id = request_id WHERE subject_id = ?",
    row?.id ?? "",
  );
  const { id, submission, state } = row ?? {};
  return { id, submission, state: state ?? undefined, approvals: given.length };
}

async function seen(
  { rig }: Pick<Scene, "rig">,
  id: string,
  cookie: string,
): Promise<ApprovalDetail | undefined> {
  const reply = await rig.send("GET", `/api/approvals/${id}`, undefined, { cookie });
  return ApprovalDetail.safeParse(reply?.body).data;
}

export async function decide(
  scene: Pick<Scene, "rig">,
  id: string,
  cookie: string,
  further: object = { acceptedQuote: { outputAmount: goodOutput, quotedAt: new Date().toISOString() } },
): Promise<Reply> {
  const shown = await seen(scene, id, cookie);
  const decision = { decision: "approve", subjectHash: shown?.subjectHash ?? "", ...further };
  return scene.rig.send("POST", `/api/approvals/${id}/decision`, decision, { cookie });
}

export const ask = ({ rig, order }: Scene) => rig.submit(order);

export async function approve(scene: Scene, place: number): Promise<Reply> {
  const { id } = await readLeft(scene);
  return decide(scene, id ?? "", scene.approvers[place] ?? "");
}

/** Whether what was asked for and approved before the crash is still there, and nothing else. */
export async function verifyApprovals(scene: Scene, left: Left, report: Report): Promise<void> {
  const first = await ask(scene);
  const id = first?.body.id ?? "";
  if (left.id !== undefined && left.id !== id) report("doubled", `${left.id} came back as ${id}`);
  const shown = await seen(scene, id, scene.approvers[0] ?? "");
  if (shown === undefined) return report("lost", "what was asked for is gone");
  if (shown.decisions.length !== left.approvals)
    report("lost", `${shown.decisions.length} of ${left.approvals} approvals are left`);
}

/** Everybody approves once more, and nobody twice, until it waits no longer. */
export async function agree(scene: Scene, approvals: number, report: Report): Promise<void> {
  const { id = "" } = await readLeft(scene);
  for (const [place, cookie] of scene.approvers.slice(0, approvals).entries()) {
    const before = await seen(scene, id, cookie);
    const reply = await decide(scene, id, cookie);
    const isRight = reply?.status === 200 && reply.body.status === undefined;
    if (!isRight) report("other", `approval ${place + 1} of a ${before?.state} one gave ${reply?.status}`);
  }
  const { state, given } = (await seen(scene, id, scene.approvers[0] ?? "")) ?? {};
  if (state !== "approved" || given?.people !== approvals)
    report("other", `${given?.people} approvals leave it ${state}`);
}

/** It has ended without having been sent, and nobody can approve it any more. */
export async function verifyEnded(scene: Scene, report: Report): Promise<void> {
  const { rig, order, approvers } = scene;
  const end = Date.now() + sweepLimitMs;
  let left = await readLeft(scene);
  while (left.submission === "awaiting_approval" && Date.now() < end) {
    await setTimeout(50);
    left = await readLeft(scene);
  }
  if (left.submission !== "cancelled" || left.state === "waiting" || left.state === "approved")
    report("other", `it is ${left.submission} and its request ${left.state}`);
  const late = await decide(scene, left.id ?? "", approvers[0] ?? "");
  if (late?.status !== 409) report("other", `an approval after its end gave ${late?.status}`);
  if (rig.service.created(order.accountNumber).length > 0) report("doubled", "it was sent after its end");
}

/** What has ended can be asked for again, and is approved anew. */
export async function verifyAgain(scene: Scene, report: Report): Promise<void> {
  const { rig } = scene;
  const { id: replaces } = await readLeft(scene);
  const again = { ...scene, order: { ...rig.newOrder(), replaces } };
  const arrivedAtMost = rig.service.arrived() + 1;
  if ((await ask(again))?.body.status !== "awaiting_approval") report("lost", "it can't be asked for again");
  await agree(again, 1, report);
  for (const { kind, text } of await verifyTransfer(rig, { ...again.order, id: undefined, arrivedAtMost }))
    report(kind, text);
}
