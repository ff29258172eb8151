import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { Transfer } from "#lib/contract/api";
import type { Instance } from "#lib/testing/servers/instances";
import { root } from "#lib/testing/servers/server-process";
import { type ChainRig, openChainRig } from "./chain/rig";

/** Processes that look at one network, and ask for one transfer's licence, at once. */

type Own = Transfer & { address: string };
let rig: ChainRig;

beforeAll(async () => {
  rig = await openChainRig();
});
afterAll(() => rig.close());

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function createMany(count: number): Promise<Own[]> {
  const made: Own[] = [];
  while (made.length < count) made.push(await rig.watching.create());
  return made;
}

async function startThree(): Promise<Instance[]> {
  const servers = await Promise.all([rig.start(), rig.start(), rig.start()]);
  await Promise.all(servers.map((server) => server.answers()));
  return servers;
}

/** Kills one at random and starts another, until it is told to stop. Returns how many. */
function killAtRandom(servers: Instance[], [shortestMs, longestMs]: [number, number]): () => Promise<number> {
  const random = randomFrom(7);
  let isOver = false;
  let killed = 0;
  const killing = (async () => {
    for (;;) {
      await sleep(shortestMs + random() * (longestMs - shortestMs));
      if (isOver) return;
      const place = Math.floor(random() * servers.length);
      servers[place]?.process.kill();
      await servers[place]?.process.ended;
      killed += 1;
      const next = await rig.start();
      await next.answers();
      servers[place] = next;
    }
  })();
  return async () => {
    isOver = true;
    await killing;
    return killed;
  };
}

describe("processes that look from the same place at once", () => {
  const rounds = 30;

  async function startLooker(): Promise<ChildProcess> {
    const program = fileURLToPath(new URL("chain/looker-process.ts", import.meta.url));
    const looker = fork(program, {
      cwd: root,
      execArgv: ["--conditions=react-server", "--import", "tsx"],
      env: process.env,
    });
    onTestFinished(() => void looker.kill("SIGKILL"));
    await once(looker, "message");
    return looker;
  }
  const tell = async (lookers: readonly ChildProcess[], asked: "read" | "quick" | "settle") =>
    Promise.all(
      lookers.map(async (looker) => {
        const heard = once(looker, "message");
        looker.send(asked);
        return String((await heard)[0]);
      }),
    );

  it.each([2, 3])("%i: one moves the cursor, and nothing is told twice", async (count) => {
    const lookers = await Promise.all(Array.from({ length: count }, startLooker));
    for (let round = 0; round < rounds; round++) {
      const transfer = await rig.watching.create();
      await rig.look();
      rig.pay(transfer);
      await tell(lookers, "read");
      expect(await tell(lookers, "quick")).toEqual(Array(count).fill("done"));
      expect(await rig.watching.news(transfer)).toEqual(["seen"]);
      rig.node.mine(1);
      await tell(lookers, "read");
      const said = await tell(lookers, "settle");
      expect([...said].sort()).toEqual([...Array(count - 1).fill("CursorMoved"), "done"]);
      expect((await rig.watching.cursor())?.settled).toBe(rig.node.head() - 1);
      expect((await rig.watching.find(transfer)).deposit).toMatchObject({ label: "exact", parts: ["100"] });
      expect(await rig.watching.news(transfer)).toEqual(["seen", "confirmed"]);
    }
    say(`${count} processes, ${rounds} rounds: the cursor moved once in each, nothing twice`);
  });
});

describe("three servers", () => {
  /** Asks each server for each transfer, each under a key of its own. Returns the statuses by transfer. */
  async function askAll(transfers: readonly Own[], servers: readonly Instance[]): Promise<number[][]> {
    const heard: number[][] = [];
    const atOnce = 10;
    for (let at = 0; at < transfers.length; at += atOnce)
      heard.push(
        ...(await Promise.all(
          transfers
            .slice(at, at + atOnce)
            .map((transfer) =>
              Promise.all(servers.map((_, place) => rig.ask(transfer, randomUUID(), servers[place]))),
            ),
        )),
      );
    return heard;
  }
  const askedOf = async (transfers: readonly Own[]) => {
    const ids = new Set(transfers.map(({ id }) => id));
    const rows = await rig.ledger.selectFrom("fundings").select("transfer_id").execute();
    return rows.flatMap(({ transfer_id }) => (ids.has(transfer_id) ? [transfer_id] : []));
  };

  it("give one licence each for 300 transfers that all are asked for at once", async () => {
    const transfers = await createMany(300);
    const servers = await startThree();
    const heard = await askAll(transfers, servers);
    for (const statuses of heard) expect([...statuses].sort()).toEqual([201, 409, 409]);
    expect((await askedOf(transfers)).sort()).toEqual(transfers.map(({ id }) => id).sort());
    const shares = servers.map((_, place) => heard.filter((statuses) => statuses[place] === 201).length);
    say(`300 transfers, three servers: 300 licences (${shares.join(", ")}), none twice`);
  });

  it("give one licence each while they are killed", async () => {
    const transfers = await createMany(200);
    const servers = await startThree();
    const stop = killAtRandom(servers, [100, 500]);
    const heard = await askAll(transfers, servers);
    const killed = await stop();
    const asked = await askedOf(transfers);
    expect(new Set(asked).size).toBe(asked.length);
    for (const [at, statuses] of heard.entries()) {
      expect(statuses.filter((status) => status === 201).length).toBeLessThan(2);
      // A refusal means that another licence is in force, whether its answer arrived or not.
      if (statuses.includes(201) || statuses.includes(409)) expect(asked).toContain(transfers[at]?.id);
    }
    const unheard = asked.length - heard.filter((statuses) => statuses.includes(201)).length;
    say(
      `200 transfers, ${killed} kills of three servers: ${asked.length} licences, ${unheard} unheard, none twice`,
    );
    expect(killed).toBeGreaterThan(1);
  });

  it("count each deposit once while the one that reads is killed", async () => {
    const transfers = await createMany(60);
    const servers = await startThree();
    const stop = killAtRandom(servers, [8_000, 14_000]);
    const paidAt = new Map<string, number>();
    for (const transfer of transfers) {
      await sleep(1_000);
      rig.pay(transfer);
      paidAt.set(transfer.id, Date.now());
    }
    rig.node.mine(1);
    const left = async () => {
      const rows = await rig.ledger.selectFrom("transfers").select(["id", "deposit_label"]).execute();
      const own = rows.filter(({ id }) => paidAt.has(id));
      return own.filter(({ deposit_label }) => deposit_label !== "exact").length;
    };
    // The network goes on, or it would count as one that lost its way.
    const goOn = setInterval(() => rig.node.mine(1), 2_000);
    await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toBe(0);
    clearInterval(goOn);
    const killed = await stop();
    const waits: number[] = [];
    for (const transfer of transfers) {
      expect(await rig.watching.news(transfer)).toEqual(["seen", "confirmed"]);
      const { deposit, events } = await rig.watching.find(transfer);
      expect(deposit).toMatchObject({ amount: "100", parts: ["100"] });
      const seen = events.find(({ kind }) => kind === "deposit_seen");
      waits.push(Date.parse(seen?.at ?? "") - (paidAt.get(transfer.id) ?? 0));
    }
    const longest = Math.max(...waits) / 1_000;
    say(
      `60 deposits, ${killed} kills of three servers: each counted once, the last seen after ${longest.toFixed(1)} s`,
    );
    expect(killed).toBeGreaterThan(2);
    // The lease of a killed reader lasts 15 seconds, and each looks every five.
    expect(longest).toBeLessThan(40);
  });
});
