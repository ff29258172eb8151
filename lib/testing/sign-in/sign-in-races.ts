import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { NewSecondFactor, OneTimeLink, SignedIn } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { makeSecondFactor } from "#lib/server/auth/second-factor";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { resetSignIn } from "#lib/server/people/reset-sign-in";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { closeGate } from "./judging-gate";
import { quickHash } from "./quick-hash";
import { codeOf } from "./totp-code";

/**
 * Every way to sign in against everything that ends what a sign-in was judged by: the sign-in is judged, then the act is
 * done, then its session is written; or the last two at once.
 */

const password = "seven small boats on a lake";
const newPassword = "nine green lamps in a window";
const kept = quickHash(password);

/** Somebody who signs in, and a session that they hold already. */
type World = {
  dashboard: TestDashboard;
  personId: string;
  email: string;
  secret: string;
  recoveryCodes: string[];
  own: Browser;
  /** The time steps of the codes of the sign-in and of the act: the one that is used last must be the newer one. */
  steps: { ofSignIn: number; ofAct: number };
};
type Browser = ReturnType<typeof browser>;
type Reply = { status: number; body: unknown };

/** Gives the reply of the step that is held, and takes the steps after it. */
type Way = { hasFactor: boolean; steps: (world: World, from: Browser) => Promise<(() => Promise<Reply>)[]> };

const enterPassword = ({ email }: World, from: Browser) =>
  from.send("POST", "/api/auth/sign-in/email", { email, password });
const enterCode = async ({ secret, steps }: World, from: Browser) =>
  from.send("POST", "/api/auth/two-factor/verify-totp", { code: await codeOf(secret, steps.ofSignIn) });

/** Each way to sign in: what comes before the step that is held, and from that step on. */
const ways: Record<string, Way> = {
  password: { hasFactor: false, steps: async (world, from) => [() => enterPassword(world, from)] },
  "password of two steps": {
    hasFactor: true,
    steps: async (world, from) => [() => enterPassword(world, from), () => enterCode(world, from)],
  },
  "app code": {
    hasFactor: true,
    steps: async (world, from) => {
      await enterPassword(world, from);
      return [() => enterCode(world, from)];
    },
  },
  "recovery code": {
    hasFactor: true,
    steps: async (world, from) => {
      await enterPassword(world, from);
      const body = { code: world.recoveryCodes[0] };
      return [() => from.send("POST", "/api/auth/two-factor/verify-backup-code", body)];
    },
  },
};

const change = (world: World, body: object) =>
  done(world.dashboard.send("PATCH", `/api/people/${world.personId}`, { body }));

async function enrol({ own }: World): Promise<void> {
  const begun = await done(own.send<NewSecondFactor>("POST", "/api/auth/two-factor/enable", { password }));
  const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
  await done(own.send("POST", "/api/auth/two-factor/verify-totp", { code: await codeOf(secret, 0) }));
}

async function removeOwn({ own, secret, steps }: World): Promise<void> {
  const proof = { password, code: await codeOf(secret, steps.ofAct) };
  await done(own.send("POST", "/api/auth/two-factor/disable", proof));
}

/** Each act; for whom it can be done, where that is not everybody. */
const acts: Record<string, { hasFactor?: boolean; run: (world: World) => Promise<unknown> }> = {
  "reset by a link": {
    run: async ({ dashboard, personId }) => {
      const path = `/api/people/${personId}/password-link`;
      const link = await done(dashboard.send<OneTimeLink>("POST", path));
      const token = String(link.body.path).split("#")[1];
      // Where somebody is signed in, it signs nobody in: no session is left.
      await done(dashboard.send("POST", "/api/welcome", { body: { token, password: newPassword } }));
    },
  },
  "reset by the command": { run: async ({ email }) => resetSignIn(await db(), email) },
  "change of the password": {
    run: ({ own }) =>
      done(own.send("POST", "/api/auth/change-password", { currentPassword: password, newPassword })),
  },
  disabling: { run: (world) => change(world, { isDisabled: true }) },
  "disabling and enabling": {
    run: async (world) => {
      await change(world, { isDisabled: true });
      await change(world, { isDisabled: false });
    },
  },
  lowering: { run: (world) => change(world, { role: "support" }) },
  "set-up of a second factor": { hasFactor: false, run: enrol },
  "exchange of the second factor": {
    hasFactor: true,
    run: async (world) => {
      await removeOwn(world);
      await enrol(world);
    },
  },
  "removal of the second factor": { hasFactor: true, run: removeOwn },
  "removal of it by an admin": { hasFactor: true, run: (world) => change(world, { secondFactor: "reset" }) },
  "end of all sessions": {
    run: ({ dashboard, personId }) => done(dashboard.send("DELETE", `/api/people/${personId}/sessions`)),
  },
};

/** Every pair that can be. */
export const pairs = Object.entries(ways).flatMap(([way, { hasFactor }]) =>
  Object.entries(acts)
    .filter(([, act]) => act.hasFactor === undefined || act.hasFactor === hasFactor)
    .map(([act]) => ({ way, act })),
);

/** Runs a pair once. Throws when a session lives that should not. */
export async function race(
  dashboard: TestDashboard,
  { way: wayName, act: actName }: (typeof pairs)[number],
  isAtOnce: boolean,
): Promise<void> {
  const [way, act] = [ways[wayName], acts[actName]];
  if (way === undefined || act === undefined) throw new Error("There is no such pair.");
  const world = await newWorld(dashboard, way.hasFactor, isAtOnce);
  const from = browser(dashboard);
  const [first, ...rest] = await way.steps(world, from);
  const gate = closeGate();
  const signingIn = first?.();
  await gate.isReached;
  if (isAtOnce) {
    gate.open();
    await Promise.all([signingIn, act.run(world)]);
  } else {
    await act.run(world);
    gate.open();
    await signingIn;
  }
  for (const step of rest) await step();
  const ledger = await db();
  const people = await ledger.selectFrom("people").selectAll().where("id", "=", world.personId).execute();
  if (people[0]?.is_disabled === 1) {
    expect(await from.canRead(), "of a disabled person").toBe(false);
    await change(world, { isDisabled: false });
  }
  if (isAtOnce && actName === "lowering") {
    // A session that was there before the lowering stays, with the rights of the lower role.
    const body = { amount: "10", asset: "base:usdc", bankCode: "000013", accountNumber: "0123456789" };
    const { status } = await from.send("POST", "/api/transfers/same-account", body);
    expect(status, "rights of before").toBeGreaterThan(400);
    return;
  }
  expect(await from.canRead(), "the session of the sign-in").toBe(false);
  const others = await ledger
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", world.personId)
    .where("id", "<>", world.own.sessionId ?? "")
    .execute();
  expect(others, "rows of sessions").toEqual([]);
}

/** Signs in through the gate with nothing in between. Throws when that opens no session. */
export async function signInAlone(dashboard: TestDashboard, wayName: string): Promise<void> {
  const way = ways[wayName];
  if (way === undefined) throw new Error("There is no such way.");
  const world = await newWorld(dashboard, way.hasFactor, true);
  const from = browser(dashboard);
  const [first, ...rest] = await way.steps(world, from);
  const gate = closeGate();
  const signingIn = first?.();
  await gate.isReached;
  gate.open();
  await signingIn;
  for (const step of rest) await step();
  expect(await from.canRead()).toBe(true);
}

/** The names of the ways to sign in. */
export const wayNames = Object.keys(ways);

async function newWorld(dashboard: TestDashboard, hasFactor: boolean, isAtOnce: boolean): Promise<World> {
  const ledger = await db();
  const email = `${randomUUID()}@example.com`;
  const person = { name: "Ada", email, role: "finance" } as const;
  const personId = await inTransaction(ledger, (trx) => addPerson(trx, person, kept));
  const { uri, recoveryCodes, row } = makeSecondFactor({ id: personId, email });
  const own = browser(dashboard);
  const steps = isAtOnce ? { ofSignIn: 0, ofAct: 1 } : { ofSignIn: 1, ofAct: 0 };
  const world = { dashboard, personId, email, recoveryCodes, own, steps };
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  if (hasFactor) {
    const factor = { ...row, is_verified: 1 };
    await ledger.insertInto("second_factors").values(factor).execute();
    await ledger.updateTable("people").set({ two_factor_enabled: 1 }).where("id", "=", personId).execute();
  }
  await done(own.send<SignedIn>("POST", "/api/auth/sign-in/email", { email, password }));
  if (hasFactor)
    await done(own.send("POST", "/api/auth/two-factor/verify-backup-code", { code: recoveryCodes.at(-1) }));
  const sessions = await own.send<{ id: string }[]>("GET", "/api/auth/list-sessions");
  own.sessionId = sessions.body[0]?.id;
  return { ...world, secret };
}

/** A browser of its own network, with its cookies. */
function browser(dashboard: TestDashboard) {
  const address = `2001:db8:${[1, 2].map(() => randomUUID().slice(0, 4)).join(":")}::1`;
  const jar = new Map<string, string>();
  const send = async <Body>(method: string, path: string, body?: unknown) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, "x-forwarded-for": address };
    const reply = await dashboard.send<Body>(method, path, {
      as: "nobody",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  };
  return {
    send,
    canRead: async () => (await send("GET", "/api/auth/list-sessions")).status === 200,
    sessionId: undefined as string | undefined,
  };
}

async function done<Answer extends { status: number; problem: unknown }>(
  answering: Promise<Answer>,
): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 300) throw new Error(`It was not done: ${JSON.stringify(answer.problem)}`);
  return answer;
}
