import { useEffect, useRef, useState } from "react";
import { bodyOf } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";
import type { CreatedRows } from "#lib/features/bulk/batches/batch-answers";
import { rowsACall } from "#lib/features/bulk/batches/batch-input";

const callsAtOnce = 4;
/** Before the next look at rows that somebody else is creating. */
const restMs = 2_000;
/** Where a limit of ours doesn't say how long. */
const usualWaitSeconds = 10;
const stepMs = 500;

/** How many callers wait, and what waits: as long as it is said, or until a person pauses. */
function useWaiting() {
  const [waiting, setWaiting] = useState(0);

  async function wait(own: { isOn: boolean }, seconds: number): Promise<void> {
    setWaiting((count) => count + 1);
    for (let left = seconds * 1_000; left > 0 && own.isOn; left -= stepMs)
      await new Promise((done) => setTimeout(done, stepMs));
    setWaiting((count) => count - 1);
  }

  return { isWaiting: waiting > 0, wait };
}

export type Creation = ReturnType<typeof useCreation>;

/**
 * Asks the server to create rows, ten a call and four calls at a time, until nothing is to go, it has stopped, or a person
 * pauses. At our own limit of a minute it waits. A page that is left just asks no more: each row is created at most once, whoever asks.
 */
export function useCreation(id: string) {
  const [newest, setNewest] = useState<CreatedRows>();
  const [error, setError] = useState<Error>();
  const [running, setRunning] = useState(0);
  const { isWaiting, wait } = useWaiting();
  const [isPausing, setIsPausing] = useState(false);
  /** Of this run: a new one leaves the callers of an old one to end. */
  const run = useRef({ isOn: false });

  useEffect(
    () => () => {
      run.current.isOn = false;
    },
    [],
  );

  /** `later`: nothing was created, and it may be asked again. */
  async function create(own: { isOn: boolean }, goOn = false): Promise<CreatedRows | "later" | undefined> {
    try {
      const batch = await bodyOf("POST /api/batches/[id]/create", {
        params: { id },
        body: goOn ? { goOn } : {},
      });
      setNewest((before) => (before === undefined || isLater(batch, before) ? batch : before));
      if (batch.state !== "creating" && batch.state !== "agreed") own.isOn = false;
      return batch;
    } catch (fault) {
      if (fault instanceof Problem && fault.code === "too_many_requests") {
        await wait(own, fault.retryAfterSeconds ?? usualWaitSeconds);
        return "later";
      }
      own.isOn = false;
      const isStopped = fault instanceof Problem && fault.code === "batch_stopped";
      if (!isStopped) setError(fault instanceof Error ? fault : new Error(String(fault)));
      return undefined;
    }
  }

  /** Calls until its share is used up. What others have under way is looked at again after a rest. */
  async function work(own: { isOn: boolean; left: number }) {
    setRunning((count) => count + 1);
    while (own.isOn && own.left > 0) {
      own.left -= rowsACall;
      const batch = await create(own);
      if (batch === undefined) break;
      own.left += rowsACall - begunBy(batch);
      if (batch !== "later" && batch.begun === 0) await new Promise((done) => setTimeout(done, restMs));
    }
    setRunning((count) => count - 1);
  }

  /** `most`: so many rows, of those that are to go. `goOn`: after a stop. */
  async function start({ most, goOn = false }: { most: number; goOn?: boolean }) {
    const own = { isOn: true, left: most };
    run.current.isOn = false;
    run.current = own;
    setError(undefined);
    setIsPausing(false);
    if (goOn) {
      setRunning((count) => count + 1);
      let first = await create(own, true);
      while (first === "later" && own.isOn) first = await create(own, true);
      own.left -= begunBy(first);
      setRunning((count) => count - 1);
    }
    await Promise.all(Array.from({ length: callsAtOnce }, () => work(own)));
  }

  function pause() {
    run.current.isOn = false;
    setIsPausing(true);
  }

  const isRunning = running > 0;
  const shown = { isPausing: isPausing && isRunning, isRunning, isWaiting: isRunning && isWaiting };
  return { newest, error, ...shown, start, pause };
}

const begunBy = (batch: CreatedRows | "later" | undefined) =>
  batch === undefined || batch === "later" ? 0 : batch.begun;

function isLater(a: CreatedRows, b: CreatedRows): boolean {
  return a.seen > b.seen || (a.seen === b.seen && a.counts.toGo <= b.counts.toGo);
}
