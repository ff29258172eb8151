import type { Socket } from "node:net";

/** Whoever answers without end is left before the time is over: reading it is work that everybody else waits for. */

/** Answers before the answer (103 Early Hints): a party that means well sends one or two, and each costs as much as a whole one. */
const mostHints = 16;

/** Ends a request when its time is over, or when its party only ever answers that an answer will come. */
export function endOf(limitMs: number): { signal: AbortSignal; onInfo: () => void; isLate: () => boolean } {
  const late = AbortSignal.timeout(limitMs);
  const flooded = new AbortController();
  let hints = 0;
  return {
    signal: AbortSignal.any([late, flooded.signal]),
    onInfo: () => {
      hints += 1;
      if (hints > mostHints) flooded.abort(new Error("Hints without end."));
    },
    isLate: () => late.aborted && !flooded.signal.aborted,
  };
}

const lookMs = 1_000;

/** Ends a connection that brings more than so many bytes in a second. */
export function limitRate(socket: Socket, mostBytes: number): void {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before > mostBytes) socket.destroy(new Error("Too much at once."));
    before = socket.bytesRead;
  }, lookMs).unref();
  socket.once("close", () => clearInterval(timer));
}
