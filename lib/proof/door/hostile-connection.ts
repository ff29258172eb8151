import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostilePlan } from "./hostile-plan";

/** What became of a connection, as its client saw it. */
export type Outcome = { heard: string; isEnded: boolean; socket: Socket };

const maxHeard = 2_000;

/**
 * Does on a connection what a plan says, and waits until the server ends it, at most so long. A client that reads nothing
 * cannot see its end: its outcome comes at once, and its socket stays open.
 */
export async function act(plan: HostilePlan, port: number, limitMs: number, from: string): Promise<Outcome> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from, allowHalfOpen: true });
  const outcome: Outcome = { heard: "", isEnded: false, socket };
  const isReading = !plan.ending.startsWith("hold");
  socket.on("error", () => undefined);
  socket.setEncoding("latin1");
  if (isReading)
    socket.on("data", (part: string) => {
      if (outcome.heard.length < maxHeard) outcome.heard += part;
    });
  else socket.pause();
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) socket.once(event, () => resolve());
  });
  void ended.then(() => {
    outcome.isEnded = true;
  });
  await Promise.race([once(socket, "connect"), ended]).catch(() => undefined);
  await send(socket, plan);
  if (!isReading) return outcome;
  await wait(socket, plan, ended, limitMs);
  socket.destroy();
  return outcome;
}

async function send(socket: Socket, { text, pieces, pauseMs, ending }: HostilePlan): Promise<void> {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let at = 0; at < text.length && socket.writable; at += size) {
    socket.write(text.slice(at, at + size), "latin1");
    if (pieces > 1) await sleep(pauseMs);
  }
  if (ending === "half" || ending === "holdHalf") socket.end();
}

async function wait(socket: Socket, plan: HostilePlan, ended: Promise<void>, limitMs: number): Promise<void> {
  if (plan.ending === "reset" || plan.ending === "leave") {
    await Promise.race([ended, sleep(plan.leaveAfterMs)]);
    if (plan.ending === "reset") socket.resetAndDestroy();
    return;
  }
  const timer = plan.ending === "dribble" ? setInterval(() => socket.write("\r\n"), 500) : undefined;
  const limit = new AbortController();
  const over = sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([ended, over]);
  limit.abort();
  clearInterval(timer);
}

/** Why an outcome is none that a client may meet; `undefined` for a good one. */
export function faultOf(plan: HostilePlan, { heard, isEnded }: Outcome): string | undefined {
  const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  if (statuses.some((status) => status === 101 || status === 500)) return `answered ${statuses.join(", ")}`;
  const isPatient = plan.ending === "read" || plan.ending === "half" || plan.ending === "dribble";
  return isPatient && !isEnded
    ? `neither ended nor refused; answered ${statuses.join(", ") || "nothing"}`
    : undefined;
}
