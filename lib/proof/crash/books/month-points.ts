import type { MonthDetail } from "#lib/features/books/month-answers";
import type { Db } from "#lib/server/tables/schema";
import { at, monthsAgo, onDay, openTransfer } from "#lib/testing/books/months";
import { giveLife, says } from "#lib/testing/ledger/give-life";
import { killWhile, type Point } from "../point";
import type { CrashRig } from "../rig";
import { answerWell } from "../service";
import type { Fault } from "../verify";

/** Months are closed in order: each repetition has the one after that of the one before. */
const firstMonth = 320;
const lives = 3;

type Movement = { kind: string; closing: string | null };

function movementsOf({ database }: CrashRig, column: "month" | "transfer_id", value: string) {
  return database.peek<Movement>(`SELECT kind, closing FROM movements WHERE ${column} = ?`, value);
}

/** Reported paid by an update that the service repeats, as it got no answer: one movement, whenever the server died. */
async function reportAndDie(rig: CrashRig): Promise<{ isReached: boolean; faults: Fault[] }> {
  await rig.write("DELETE FROM attempts");
  const order = rig.newOrder();
  rig.service.onInitiate(answerWell);
  const made = await rig.submit(order);
  const [created] = rig.service.created(order.accountNumber);
  if (made === undefined || created === undefined) throw new Error("No transfer to report.");
  const { id } = made.body;
  const { callbackUrl, transactionId } = created;
  const report = () => rig.send("POST", callbackUrl, { transactionId, status: "completed" });
  await killWhile(rig, ["moving", "moving", "moved"], report);
  const paidOf = async () =>
    (await movementsOf(rig, "transfer_id", id)).filter(({ kind }) => kind === "paid").length;
  const events = await rig.database.peek(
    "SELECT 1 FROM transfer_events WHERE transfer_id = ? AND kind = 'callback'",
    id,
  );
  const left = await paidOf();
  await rig.start();
  await report();
  // A repeat of what is kept waits for the next round.
  for (let look = 0; look < 100 && (await paidOf()) === 0; look++)
    await rig.send("GET", `/api/transfers/${id}`);
  const after = await paidOf();
  const faults: Fault[] = [];
  if (left !== events.length)
    faults.push({ kind: "lost", text: `${events.length} updates and ${left} movements were left` });
  if (after !== 1) faults.push({ kind: after === 0 ? "lost" : "doubled", text: `${after} movements` });
  return { isReached: true, faults };
}

async function prepareMonth(rig: CrashRig, month: string): Promise<void> {
  await rig.within(async (ledger: Db) => {
    for (let n = 0; n < lives; n++) {
      const id = await openTransfer(onDay(month, 3), `${n + 1}`, ledger);
      if (n > 0) await giveLife(ledger, [id], [at(onDay(month, 9), says("completed"))]);
    }
  });
}

const view = async (rig: CrashRig, month: string) =>
  (await rig.send("GET", `/api/months/${month}`))?.body as unknown as MonthDetail | undefined;

async function close(rig: CrashRig, month: string): Promise<number | undefined> {
  await rig.write("DELETE FROM attempts");
  const shown = await view(rig, month);
  return (await rig.send("POST", `/api/months/${month}/close`, { seen: shown?.seen }))?.status;
}

/** Closed by the press that died, or by the same press again: never twice, and with all that it counts. */
async function closeAndDie(
  rig: CrashRig,
  repetition: number,
): Promise<{ isReached: boolean; faults: Fault[] }> {
  const month = monthsAgo(firstMonth - repetition);
  await prepareMonth(rig, month);
  await killWhile(rig, ["taking", "closing", "closed"], () => close(rig, month));
  const closings = () =>
    rig.database.peek<{ movements: number | string }>("SELECT movements FROM closings WHERE id = ?", month);
  const wasClosed = (await closings()).length === 1;
  const taken = (await movementsOf(rig, "month", month)).filter(({ closing }) => closing !== null).length;
  await rig.start();
  const again = await close(rig, month);
  const faults: Fault[] = [];
  const all = await movementsOf(rig, "month", month);
  if (taken !== (wasClosed ? all.length : 0))
    faults.push({ kind: "other", text: `${taken} of ${all.length} movements were taken` });
  if (again !== (wasClosed ? 409 : 200)) faults.push({ kind: "lost", text: `the press again gave ${again}` });
  const [closing, ...more] = await closings();
  if (closing === undefined || more.length > 0)
    faults.push({ kind: closing === undefined ? "lost" : "doubled", text: "not one closing" });
  const own = all.filter((each) => each.closing === month).length;
  if (own !== all.length || Number(closing?.movements) !== own)
    faults.push({ kind: "lost", text: `${own} of ${all.length} movements are in the closing` });
  if ((await close(rig, month)) !== 409) faults.push({ kind: "doubled", text: "it was closed again" });
  return { isReached: true, faults };
}

/** B12 and B13: a movement with its event, and the closing of a month. */
export const monthPoints: Point[] = [
  { name: "B12", what: "a movement with its event, or not answered", run: reportAndDie },
  { name: "B13", what: "a closing that takes its movements", run: closeAndDie },
];
