import type { Payer } from "#lib/sandbox/chain/payer";
import { findScenario } from "#lib/sandbox/scenarios";
import { openCallbackQueue, queueCallback } from "./callbacks";
import type { Store } from "./store";
import { findTransfer, type StoredTransfer } from "./transfers";

/** Tests shorten them and may fix `now`. */
export type LifeTimes = {
  now: () => number;
  stepDelaysMs: readonly number[];
  retryDelaysMs: readonly number[];
  callbackTimeoutMs: number;
  mayCall: (url: URL) => boolean;
};
/** Moves transfers on and sends their callbacks, by one timer for whatever is due next. */
export type Life = {
  /** Call it after a transfer was stored. */
  wake: () => void;
  /** Its plan ends there. */
  setStatus: (transfer: StoredTransfer, status: string) => { isQueued: boolean };
  close: () => void;
};

/** The longest wait between two steps of a scenario. */
const namedStepMs = 4_000;
const longestTimerMs = 60_000;
const afterFaultMs = 1_000;

/** Transfers of an earlier run continue where they were. */
export function openLife(store: Store, times: LifeTimes, payer: Payer): Life {
  const queue = openCallbackQueue(store, times, () => wake());
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function setStatus(transfer: StoredTransfer, status: string): { isQueued: boolean } {
    let isQueued = false;
    store.transaction(() => {
      store
        .prepare("update transfers set status = ?, plan = '[]', step_due_ms = null where transaction_id = ?")
        .run(status, transfer.transaction_id);
      payer.follow(transfer, status);
      isQueued = queueCallback(store, transfer, status, { nowMs: times.now(), mayCall: times.mayCall });
    })();
    wake();
    return { isQueued };
  }

  function run(): void {
    if (isClosed) return;
    try {
      moveOn();
      wake();
    } catch {
      // A full or locked disk may recover: the store still says what is due.
      setTimer(afterFaultMs);
    }
  }

  function moveOn(): void {
    const due = store
      .prepare("select transaction_id from transfers where step_due_ms <= ? order by step_due_ms limit 1000")
      .all(times.now()) as { transaction_id: string }[];
    for (const { transaction_id } of due) {
      const transfer = findTransfer(store, transaction_id);
      if (transfer !== undefined) takeStep({ store, times, payer }, transfer);
    }
    queue.sendDue();
  }

  function wake(): void {
    if (isClosed) return;
    const { step } = store.prepare("select min(step_due_ms) as step from transfers").get() as {
      step: number | null;
    };
    const next = Math.min(step ?? Infinity, queue.nextDueMs() ?? Infinity);
    clearTimeout(timer);
    if (next !== Infinity) setTimer(next - times.now());
  }

  function setTimer(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(Math.max(delayMs, 0), longestTimerMs));
    timer.unref();
  }

  wake();
  return {
    wake,
    setStatus,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      queue.close();
    },
  };
}

type Parts = { store: Store; times: LifeTimes; payer: Payer };

/** The next status of a plan, its callback and what the payer does next, as one. */
function takeStep({ store, times, payer }: Parts, transfer: StoredTransfer): void {
  const [status, ...rest] = JSON.parse(transfer.plan) as string[];
  const stepsTaken = transfer.steps_taken + 1;
  const nowMs = times.now();
  const delayMs = stepDelay(times.stepDelaysMs, stepsTaken);
  // Who names a scenario waits for what it plays, and not for time to look at the address.
  const isNamed = findScenario(transfer.account_name)?.kind === "plan";
  const due = rest.length === 0 ? null : nowMs + (isNamed ? Math.min(delayMs, namedStepMs) : delayMs);
  store.transaction(() => {
    // Compared with what was read, so that a second process on this file can't take the step again.
    const taken = store
      .prepare(
        `update transfers set status = coalesce(?, status), plan = ?, steps_taken = ?, step_due_ms = ?
         where transaction_id = ? and steps_taken = ? and step_due_ms is not null`,
      )
      .run(
        status ?? null,
        JSON.stringify(rest),
        stepsTaken,
        due,
        transfer.transaction_id,
        transfer.steps_taken,
      );
    if (taken.changes !== 1) return;
    const [next] = rest;
    if (next !== undefined && due !== null) payer.plan(transfer, next, { nowMs, dueMs: due });
    if (status !== undefined) queueCallback(store, transfer, status, { nowMs, mayCall: times.mayCall });
  })();
}

/** Past the end of the list its last entry repeats. */
export function stepDelay(delaysMs: readonly number[], step: number): number {
  return delaysMs[Math.min(step, delaysMs.length - 1)] ?? 0;
}
