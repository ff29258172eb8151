import { expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import type { AccountDetail, Confirmed, OwnAccounts, Statement } from "#lib/features/books/books-answers";
import { env } from "#lib/server/config/env";
import { verifyByCommands } from "#lib/testing/servers/command";
import { dayOf } from "#lib/text/zone-day";
import { type Arena, meet, openArena, type Page } from "./books/arena";

/** Two of finance who bring, confirm, match and take back at once, at two servers on one database. */

const races = Number.parseInt(process.env.STATEMENT_RACES || "1000", 10);
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);
/** An account whose lists grow is read anew by each press. */
const racesAnAccount = 30;
/** An account with two payouts, and a statement that has a line of each. */
type Scene = { account: string; text: string; payouts: string[]; lines: string[] };

let serial = 0;

async function ownAccount({ one }: Arena) {
  serial += 1;
  const accountNumber = `${3_500_000_000 + serial}`;
  const name = `Own ${serial}`;
  const { body: payee } = await one<Payee>("POST", "/api/payees", {
    ...{ name, bankCode: "000013", accountNumber, accountName: name },
  });
  await one("POST", `/api/payees/${payee.id}/own-account`, { version: `${payee.version}`, isOwn: true });
  const { body } = await one<OwnAccounts>("GET", "/api/own-accounts");
  const id = body.items.find((each) => each.payee.id === payee.id)?.id;
  if (id === undefined) throw new Error(`No own account: ${JSON.stringify(body)}`);
  return { id, accountNumber, name };
}

let paid = 0;

async function newScene(
  arena: Arena,
  own: Awaited<ReturnType<typeof ownAccount>>,
  isBrought = true,
): Promise<Scene> {
  const payouts = [];
  for (let at = 0; at < 2; at++) {
    paid += 1;
    const { body, status } = await arena.one<Transfer>("POST", "/api/transfers", {
      ...{ amount: `${9_000 - paid}`, asset: "base:usdc", bankCode: "000013" },
      ...{ accountNumber: own.accountNumber, accountName: own.name },
      ...{ confirmSeparate: true, confirmAmount: true, confirmName: true },
    });
    if (status >= 300) throw new Error(JSON.stringify(body));
    payouts.push({ id: body.id, expected: body.quote?.outputAmount ?? "" });
  }
  const day = dayOf(Date.now(), env().timeZone);
  const rows = payouts.map(({ expected }, at) => `${day},RACE ${paid} ${at},${expected}`);
  const text = ["Date,Narration,Credit", ...rows, ""].join("\n");
  const scene = { account: own.id, text, payouts: payouts.map(({ id }) => id), lines: [] };
  if (!isBrought) return scene;
  const { body, status } = await bring(arena.one, scene);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...scene, lines: body.lines.map(({ id }) => id) };
}

const bring = (page: Page, { account, text }: Scene) =>
  page<Statement>("POST", "/api/statements", { account, name: "Race.csv", text });
const view = (page: Page, { account }: Scene, show: string) =>
  page<AccountDetail>("GET", `/api/own-accounts/${account}?show=${show}`);
const match = (page: Page, { account }: Scene, line = "", transfer = "") =>
  page<AccountDetail>("POST", `/api/own-accounts/${account}/matches`, {
    line,
    transfer,
    difference: "other",
  });
const confirm = (page: Page, { account }: Scene, seen: string) =>
  page<Confirmed>("POST", `/api/own-accounts/${account}/confirmation`, { standing: "exact", seen });

const standing = ({ ledger }: Arena, { lines }: Scene) =>
  ledger
    .selectFrom("line_matches")
    .selectAll()
    .where("line_id", "in", lines)
    .where("withdrawn_at", "is", null)
    .execute();

type Case = (arena: Arena, scene: Scene) => Promise<unknown>;
/** Each says what must hold, and throws where it doesn't. */
const cases: Record<string, Case> = {
  "two confirm": async (arena, scene) => {
    const { seen } = (await view(arena.one, scene, "exact")).body;
    await meet(
      arena,
      () => confirm(arena.one, scene, seen),
      () => confirm(arena.other, scene, seen),
    );
    const matches = await standing(arena, scene);
    expect(matches.map(({ line_id }) => line_id).sort()).toEqual([...scene.lines].sort());
  },
  "a line for two payouts": async (arena, scene) => {
    const [line] = scene.lines;
    const answers = await meet(
      arena,
      () => match(arena.one, scene, line, scene.payouts[0]),
      () => match(arena.other, scene, line, scene.payouts[1]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  },
  "confirmed beside by hand": async (arena, scene) => {
    const { seen } = (await view(arena.one, scene, "exact")).body;
    await meet(
      arena,
      () => confirm(arena.one, scene, seen),
      () => match(arena.other, scene, scene.lines[0], scene.payouts[1]),
    );
    const matches = await standing(arena, scene);
    expect(matches.filter(({ line_id }) => line_id === scene.lines[0])).toHaveLength(1);
  },
  "taken back twice": async (arena, scene) => {
    await match(arena.one, scene, scene.lines[0], scene.payouts[0]);
    const [{ id } = { id: "" }] = await standing(arena, scene);
    const back = (page: Page) =>
      page("POST", `/api/own-accounts/${scene.account}/matches/${id}/withdrawal`, { reason: "No." });
    const answers = await meet(
      arena,
      () => back(arena.one),
      () => back(arena.other),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const withdrawn = await arena.ledger
      .selectFrom("transfer_events")
      .select("seq")
      .where("transfer_id", "=", scene.payouts[0] ?? "")
      .where("kind", "=", "received_withdrawn")
      .execute();
    expect(withdrawn).toHaveLength(1);
  },
  "taken out beside a match": async (arena, scene) => {
    const statement = scene.lines[0]?.split(".")[0];
    await meet(
      arena,
      () => arena.one("DELETE", `/api/statements/${statement}`),
      () => match(arena.other, scene, scene.lines[0], scene.payouts[0]),
    );
    const lines = await arena.ledger
      .selectFrom("statement_lines")
      .select("id")
      .where("id", "in", scene.lines)
      .execute();
    expect(lines.length).toBe((await standing(arena, scene)).length === 0 ? 0 : 2);
  },
};

it(`gives each line once in ${races} races, from seed ${seed}`, async () => {
  const arena = await openArena(seed);
  const names = [...Object.keys(cases), "one file twice"];
  let own = await ownAccount(arena);
  for (let race = 0; race < races; race++) {
    await arena.renew();
    if (race % racesAnAccount === 0 && race > 0) own = await ownAccount(arena);
    const name = names[race % names.length] ?? "";
    const run = cases[name];
    if (run !== undefined) await run(arena, await newScene(arena, own));
    else {
      const scene = await newScene(arena, own, false);
      const answers = await meet(
        arena,
        () => bring(arena.one, scene),
        () => bring(arena.other, scene),
      );
      expect(answers.map(({ body }) => body.fresh).sort()).toEqual([0, 2]);
    }
    if ((race + 1) % 100 === 0) process.stdout.write(`${race + 1} races\n`);
  }
  expect(await verifyByCommands(arena.url)).toMatchObject({ isRight: true });
}, 14_400_000);
