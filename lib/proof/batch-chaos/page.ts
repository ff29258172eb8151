import { setTimeout } from "node:timers/promises";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { Fleet } from "#lib/proof/chaos/fleet";

/** As the product's own page does. */
const callsAtOnce = 4;
const restMs = 2_000;
/** A batch needs no more presses, whatever stops it. */
const mostPresses = 200;

/** A browser with the page of a batch, and a person who presses Create again until all is done. */
export type BatchPage = {
  /** Resolves when nothing is left to create, or the browser was closed. */
  ended: Promise<void>;
  /** The browser goes in the middle of its calls. */
  close: () => void;
};

/** What pages have come to, over all of them. */
export type Pressed = { presses: number; calls: number; isDone: boolean; stops: string[]; faults: string[] };

/** Opens one, which presses at once. */
export function openPage(fleet: Fleet, batchId: string, pressed: Pressed): BatchPage {
  const browser = new AbortController();
  const create = async (goOn: boolean): Promise<Batch | undefined> => {
    pressed.calls += 1;
    const { status, body } = await call(fleet, batchId, goOn, browser.signal);
    if (status === 200) return body;
    // A server that was killed, one that starts, or the limit of a person: the page says so, and the person presses again.
    if (![0, 409, 429, 503].includes(status))
      pressed.faults.push(`a call gave ${status} ${JSON.stringify(body)}`);
    return undefined;
  };
  const work = async (run: { isOn: boolean }): Promise<void> => {
    let before: string | undefined;
    while (run.isOn && !browser.signal.aborted) {
      const batch = await create(false);
      if (batch === undefined || !["creating", "agreed"].includes(batch.state)) {
        run.isOn = false;
        note(batch, pressed);
        return;
      }
      const now = JSON.stringify(batch.counts);
      if (now === before) await rest(browser.signal);
      before = now;
    }
  };
  const press = async (): Promise<void> => {
    while (!pressed.isDone && !browser.signal.aborted) {
      pressed.presses += 1;
      if (pressed.presses > mostPresses) return void pressed.faults.push("it is never done");
      note(await create(true), pressed);
      const run = { isOn: true };
      await Promise.all(Array.from({ length: callsAtOnce }, () => work(run)));
      await rest(browser.signal);
    }
  };
  return { ended: press(), close: () => browser.abort() };
}

function note(batch: Batch | undefined, pressed: Pressed): void {
  if (batch?.state === "done") pressed.isDone = true;
  if (batch?.stopped != null) pressed.stops.push(batch.stopped.code);
}

const rest = (signal: AbortSignal) => setTimeout(restMs, undefined, { signal }).catch(() => undefined);

/** `status` is 0 where no answer came. */
async function call(
  fleet: Fleet,
  batchId: string,
  goOn: boolean,
  signal: AbortSignal,
): Promise<{ status: number; body: Batch }> {
  const server = await fleet.someServer();
  try {
    const answer = await fetch(new URL(`/api/batches/${batchId}/create`, server.url), {
      method: "POST",
      headers: { origin: server.url, cookie: fleet.session.cookie(), "content-type": "application/json" },
      body: JSON.stringify(goOn ? { goOn } : {}),
      signal,
    });
    return { status: answer.status, body: (await answer.json()) as Batch };
  } catch {
    return { status: 0, body: {} as Batch };
  }
}
