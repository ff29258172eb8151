import { setTimeout } from "node:timers/promises";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { Reply } from "#lib/testing/servers/production-server";
import type { CrashRig, Order } from "./rig";

/** What a crash did that it must not do. */
export type Fault = { kind: "lost" | "doubled" | "other"; text: string };

/** What was known of a transfer before the crash. */
export type Known = Order & {
  /** Its ID, where the intent was committed. */
  id: string | undefined;
  /** How many requests for a transfer the service may have seen by now, those of other transfers included. */
  arrivedAtMost: number;
};

type Report = (kind: Fault["kind"], text: string) => void;

/** Longer than the start and a sweep take. */
const applyingLimitMs = 15_000;

/** Looks at a transfer after the restart, repeats its request as a browser would, and resolves it where it is unknown. */
export async function verifyTransfer(rig: CrashRig, known: Known): Promise<Fault[]> {
  const faults: Fault[] = [];
  const report: Report = (kind, text) => void faults.push({ kind, text });
  const first = await rig.submit(known);
  if (!isAnswered(first, report)) return faults;
  const { id } = first.body;
  if (known.id !== undefined && known.id !== id) report("doubled", `${known.id} came back as ${id}`);
  if (first.body.status === "unknown") await resolveUnknown(rig, known, id, report);
  const again = await rig.submit(known);
  if (again?.status !== 200 || again.body.id !== id) report("other", `a repeat gave ${say(again)}`);
  const created = rig.service.created(known.accountNumber).length;
  const tooMany = rig.service.arrived() - known.arrivedAtMost;
  if (tooMany > 0) report("doubled", `${tooMany} requests too many have arrived`);
  if (created > 1) report("doubled", `${created} transfers were created`);
  const rows = await rig.database.peek("SELECT id FROM transfers WHERE idempotency_key = ?", known.key);
  if (rows.length !== 1) report(rows.length === 0 ? "lost" : "doubled", `${rows.length} rows`);
  const open = await rig.database.peek("SELECT id FROM transfers WHERE submission = 'dispatching'");
  if (open.length > 0) report("other", `${open.length} rows are still dispatching`);
  return faults;
}

function isAnswered(reply: Reply, report: Report): reply is NonNullable<Reply> {
  const isKnown = reply?.status === 201 || reply?.status === 200;
  const isSettled = ["accepted", "unknown", "processing"].includes(reply?.body.status ?? "");
  if (isKnown && isSettled) return true;
  report("lost", `the same key gave ${say(reply)}`);
  return false;
}

/** By the service's callback where it created the transfer, else by a person. */
export async function resolveUnknown(
  rig: CrashRig,
  { accountNumber }: Pick<Order, "accountNumber">,
  id: string,
  report: Report,
): Promise<void> {
  const created = rig.service.created(accountNumber)[0];
  if (created === undefined) {
    const said = { outcome: "absent", reason: "The service has no such transfer." };
    // By a colleague: while rules count it, the person who created it is refused.
    const [colleague = ""] = await rig.approvers();
    const closed = await rig.send("POST", `/api/transfers/${id}/resolution`, said, { cookie: colleague });
    if (closed?.body.status !== "not_created") report("other", `closing it gave ${say(closed)}`);
    return;
  }
  const { callbackUrl, transactionId } = created;
  const kept = await rig.send("POST", callbackUrl, { transactionId, status: "processing" });
  if (kept?.status !== 204) report("lost", `the callback was answered with ${say(kept)}`);
  await verifyCallback(rig, id, 1, report);
}

/** Whether the start applied what was kept before anybody asked for it: the list shows what is applied, and applies nothing. */
export async function verifyApplied(
  rig: CrashRig,
  id: string,
  deliveries: number,
  report: Report,
): Promise<void> {
  const end = Date.now() + applyingLimitMs;
  for (;;) {
    const list = await rig.send("GET", "/api/transfers");
    const { items = [] } = (list?.body ?? {}) as { items?: Transfer[] };
    if (items.some((one) => one.id === id && one.status === "processing")) break;
    if (Date.now() > end) return report("lost", "it was kept, and not applied by the start");
    await setTimeout(20);
  }
  await verifyCallback(rig, id, deliveries, report);
}

/** Whether the callback stands in the ledger as one event that came so often, and resolved the transfer. */
export async function verifyCallback(
  rig: CrashRig,
  id: string,
  expected: number,
  report: Report,
): Promise<void> {
  const found = await rig.send("GET", `/api/transfers/${id}`);
  const { status, events = [] } = (found?.body ?? {}) as Partial<TransferWithEvents>;
  const kept = events.filter(({ kind }) => kind === "callback");
  const deliveries = kept.reduce((sum, event) => sum + event.deliveries, 0);
  if (kept.length === 0 || deliveries < expected)
    report("lost", `${deliveries} of ${expected} callbacks are kept`);
  if (kept.length > 1) report("doubled", `the callback is kept ${kept.length} times`);
  if (deliveries > expected) report("doubled", `${expected} callbacks are counted as ${deliveries}`);
  if (status !== "processing") report("other", `after the callback it is ${status}`);
  const [row] = await rig.database.peek<{ callback_count: number }>(
    "SELECT callback_count FROM transfers WHERE id = ?",
    id,
  );
  if (row?.callback_count !== expected)
    report("other", `${expected} callbacks are counted as ${row?.callback_count}`);
}

function say(reply: Reply): string {
  return reply === undefined
    ? "no answer"
    : `${reply.status} ${JSON.stringify({ ...reply.body, events: undefined }).slice(0, 300)}`;
}
