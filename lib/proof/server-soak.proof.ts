import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { limits } from "#lib/front/http-server.mjs";
import { act } from "#lib/proof/door/hostile-connection";
import { hostilePlans } from "#lib/proof/door/hostile-plan";
import {
  type Figures,
  figuresOf,
  probeVariables,
  startWatchedServer,
  type WatchedServer,
} from "#lib/proof/door/watched-server";

/** Healthy and hostile load for SOAK_MINUTES, 20 unless set; what a quiet server holds afterwards is what it held before. */
const minutes = Number(process.env.SOAK_MINUTES ?? 20);
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31));
const clients = 20;
/** What a server fills at its first requests and keeps is there after this part of the time. */
const warmUpMs = Math.max(30_000, minutes * 60_000 * 0.15);
const quietMs = 10_000;
const pages = [
  "/healthz",
  "/people",
  "/",
  "/transfers",
  "/attention",
  "/audit",
  "/insight",
  "/payees",
  "/webhooks",
  "/api/transfers",
  "/api/attention/counts",
];

type Sample = Figures & { descriptors: number };

it(`is after ${minutes} minutes of load where it was before, seed ${seed}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  const file = join(folder, "figures");
  const watched = await startWatchedServer(probeVariables(file));
  const { pid } = watched.server.process();
  const sample = async (name: string): Promise<Sample> => {
    const figures = { ...(await figuresOf(pid, file)), descriptors: watched.descriptors() };
    const { descriptors, rss, heap, delayMs } = figures;
    process.stdout.write(
      `${name.padEnd(12)} ${descriptors} descriptors, ${rss.toFixed(0)} MB resident, ${heap.toFixed(1)} MB heap, event loop p99 ${delayMs.toFixed(1)} ms\n`,
    );
    return figures;
  };
  const quiet = async (name: string, atMost: number): Promise<Sample> => {
    const timeout = limits.crowdedIdleTimeout + 25_000;
    await expect.poll(watched.descriptors, { timeout, interval: 1_000 }).toBeLessThanOrEqual(atMost);
    await figuresOf(pid, file);
    await sleep(quietMs);
    return sample(name);
  };
  const atStart = watched.descriptors();
  await load(watched, warmUpMs, seed, sample);
  const first = await quiet("first", atStart + 5);
  await load(watched, minutes * 60_000 - warmUpMs, seed + 1, sample);
  const last = await quiet("last", first.descriptors + 3);
  const errors = watched.errorLines();
  await watched.close();
  rmSync(folder, { recursive: true, force: true });
  expect(errors.slice(0, 10)).toEqual([]);
  expect(last.heap, "heap").toBeLessThan(first.heap * 1.2 + 10);
  expect(last.rss, "resident").toBeLessThan(first.rss * 1.3 + 30);
  expect(last.delayMs, "event loop").toBeLessThan(first.delayMs * 2 + 20);
});

/** Loads the server for so long from two sides at once. Throws when a healthy request is not answered well. */
async function load(
  { port, cookie, ask }: WatchedServer,
  ms: number,
  from: number,
  sample: (name: string) => Promise<Sample>,
): Promise<void> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() >= end;
  const host = `localhost:${port}`;
  let connections = 0;
  const hostile = async (client: number) => {
    const held: Socket[] = [];
    for (let round = 0; !isOver(); round++) {
      const [plan] = fc.sample(hostilePlans(host, cookie), {
        seed: from + client * 1_000_003 + round,
        numRuns: 1,
      });
      if (plan === undefined) return;
      const { socket } = await act(plan, port, 5_000, `127.0.0.${2 + (client % 4)}`);
      connections++;
      if (!socket.destroyed) held.push(socket);
      if (held.length > 5) held.shift()?.destroy();
      await sleep(20);
    }
    for (const socket of held) socket.destroy();
  };
  let requests = 0;
  const healthy = async () => {
    for (let at = 0; !isOver(); at++, requests++) {
      await ask(pages[at % pages.length] ?? "/");
      await sleep(50);
    }
  };
  const watch = async () => {
    for (let minute = 1; minute * 60_000 < ms; minute++) {
      await sleep(60_000);
      await sample(`minute ${minute}`);
    }
  };
  await Promise.all([
    ...Array.from({ length: clients }, (_, at) => hostile(at)),
    healthy(),
    healthy(),
    watch(),
  ]);
  process.stdout.write(`${connections} hostile connections, ${requests} healthy requests\n`);
}
