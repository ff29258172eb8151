import type { Transfer } from "#lib/contract/api";
import { Payee } from "#lib/contract/payees";
import { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { sweepControls } from "#lib/features/controls/server/expire";
import { switchOff } from "#lib/features/controls/server/rules/controls-off";
import { holdByHand } from "#lib/server/hold/transfer-hold";
import type { Db } from "#lib/server/tables/schema";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { FaultyService } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Every two acts at once on one request, and what must hold whoever is first. */

export const acts = [
  ...(["approve", "approve too", "approve twice", "decline", "withdraw", "expire"] as const),
  ...(["disable", "lower", "take the factor", "tighten", "loosen", "switch off"] as const),
  ...(["change the account", "archive", "confirm the name", "hold", "end the hold", "end the day"] as const),
] as const;
type ActName = (typeof acts)[number];
/** After these the rules are set anew. */
const ofRules: readonly ActName[] = ["tighten", "loosen", "switch off"];
export type Pair = readonly [ActName, ActName];

/** Each pair in both orders: the first is sent a moment earlier. */
export const allPairs: readonly Pair[] = acts.flatMap((first) =>
  acts.map((second) => [first, second] as const),
);

type Somebody = { cookie: string; personId: string };
type Answer = { status: number; body: unknown };
/** One of the servers on the database. */
export type Server = (cookie: string, method: string, path: string, body?: object) => Promise<Answer>;

/** `servers` share the ledger, whose rules and ends are set by hand; acts go to one after the other. */
type World = { ledger: Db; service: FaultyService; servers: readonly Server[] };

export type Raced = { races: number; sent: number; faults: string[] };

const goodOutput = "1913409.88";
const longAgo = "2026-01-01T00:00:00.000Z";
const tierOf = (fromNaira: string, approvals: number) => ({
  ...noRules,
  tiers: [{ fromNaira, approvals, by: "finance" }],
});

/** Runs each pair once. */
export async function raceApprovals(world: World, pairs: readonly Pair[]): Promise<Raced> {
  const { ledger, service } = world;
  const somebody = (role: "finance" | "admin") =>
    writeSession(ledger, testSecret, { role, hasSecondFactor: true });
  const [maker, third] = [await somebody("finance"), await somebody("finance")];
  const admins = [await somebody("admin"), await somebody("admin")] as const;
  const result: Raced = { races: 0, sent: 0, faults: [] };
  let turn = 0;
  const send: Server = async (cookie, method, path, body) => {
    turn += 1;
    const reply = await world.servers[turn % world.servers.length]?.(cookie, method, path, body);
    if (reply === undefined) throw new RangeError("There is no server.");
    const isHeld = (reply.body as { code?: string } | undefined)?.code === "transfers_held";
    if (reply.status >= 500 && !isHeld) result.faults.push(`${method} ${path} gave ${reply.status}`);
    return reply;
  };
  /** By somebody new: one person may set them 30 times a minute. */
  const setRules = async (rules: object) => {
    const by = (await somebody("admin")).cookie;
    const { n } = ControlsState.parse((await send(by, "GET", "/api/controls")).body);
    return send(by, "POST", "/api/controls", { after: `${n}`, rules });
  };
  let areRulesSet = false;
  for (const pair of pairs) {
    const other = await somebody("finance");
    if (!areRulesSet) {
      await ledger.updateTable("control_rules").set({ state: "past" }).execute();
      const { status, body } = await setRules(tierOf("1000000", 1));
      if (status !== 200) throw new Error(`The rules were not set: ${status} ${JSON.stringify(body)}`);
    }
    areRulesSet = !pair.some((act) => ofRules.includes(act));
    const race = await beginRace(send, maker, other);
    if (pair.includes("end the hold")) await holdSinceLongAgo(ledger);
    const run: Record<ActName, () => Promise<unknown>> = {
      approve: () => race.decide(other, "approve"),
      "approve too": () => race.decide(third, "approve"),
      "approve twice": () => Promise.all([race.decide(other, "approve"), race.decide(other, "approve")]),
      decline: () => race.decide(admins[0], "decline"),
      withdraw: () => send(maker.cookie, "POST", `/api/transfers/${race.id}/withdrawal`),
      expire: async () => {
        await ledger
          .updateTable("requests")
          .set({ expires_at: longAgo })
          .where("id", "=", race.requestId)
          .execute();
        await sweepControls(ledger);
      },
      disable: () => change({ isDisabled: true }),
      lower: () => change({ role: "support" }),
      "take the factor": () => change({ secondFactor: "reset" }),
      tighten: () => setRules(tierOf("900000", 2)),
      loosen: () => setRules(noRules),
      // Where the other has ended them already, there are none to end.
      "switch off": () => switchOff(ledger, "Nobody is left").catch(() => undefined),
      "change the account": () =>
        send(third.cookie, "POST", `/api/payees/${race.payeeId}/versions`, {
          ...{ after: "1", howChecked: "Called them" },
          ...accountOf(newAccount()),
        }),
      archive: () => send(third.cookie, "PATCH", `/api/payees/${race.payeeId}`, { isArchived: true }),
      "confirm the name": () =>
        send(third.cookie, "POST", `/api/payees/${race.payeeId}/name`, {
          ...{ version: "1", how: "called_back" },
        }),
      hold: () => holdByHand(ledger),
      "end the hold": () => send(admins[0].cookie, "POST", "/api/hold/release", { since: longAgo }),
      // What was asked for today becomes a sum of the day before.
      "end the day": () =>
        ledger.updateTable("transfers").set({ asked_day: "2026-01-01" }).where("id", "=", race.id).execute(),
    };
    const change = (body: object) => send(admins[1].cookie, "PATCH", `/api/people/${other.personId}`, body);
    const before = service.callsOf("initiate").length;
    await Promise.all(pair.map((act) => run[act]()));
    const sent = service.callsOf("initiate").length - before;
    result.races += 1;
    result.sent += sent;
    for (const fault of await faultsOf(ledger, race.id, pair, sent))
      result.faults.push(`${pair.join(" and ")}: ${fault}`);
    const noHold = { held_since: null, held_why: null, released_at: null, released_by: null };
    await ledger.updateTable("database_server").set(noHold).execute();
    // A business has so many payees at most.
    await ledger.updateTable("payees").set({ archived_at: longAgo }).where("id", "=", race.payeeId).execute();
    // Whoever was enabled again could not decide yet.
    await ledger.updateTable("people").set({ approves_from: null }).execute();
  }
  return result;
}

const newAccount = () => `${Math.floor(Math.random() * 9e9) + 1e9}`;
const accountOf = (accountNumber: string) => {
  const { bankCode, accountName } = goodTransfer;
  return { bankCode, accountName, accountNumber };
};

async function holdSinceLongAgo(ledger: Db): Promise<void> {
  await holdByHand(ledger);
  // A hold may be ended only after a while, which nothing here waits for.
  await ledger.updateTable("database_server").set({ held_since: longAgo }).execute();
}

/** A request that waits, of a payee of its own, and what decides on it. */
async function beginRace(send: Server, maker: Somebody, other: Somebody) {
  const account = accountOf(newAccount());
  const saved = await send(maker.cookie, "POST", "/api/payees", {
    ...{ ...account, name: account.accountNumber, howChecked: "Called them" },
  });
  const { id: payeeId } = Payee.parse(saved.body);
  const { amount, asset } = goodTransfer;
  const asked = { ...{ amount, asset, payeeId, payeeVersion: "1" }, ...account, confirmAmount: true };
  const { status, body } = await send(maker.cookie, "POST", "/api/transfers", asked);
  const { id, status: state } = body as Transfer;
  if (state !== "awaiting_approval")
    throw new Error(`A request must wait first: ${status} ${JSON.stringify(body)}`);
  const shown = ApprovalDetail.parse((await send(other.cookie, "GET", `/api/approvals/${id}`)).body);
  return {
    id,
    payeeId,
    requestId: shown.id,
    decide: (who: Somebody, decision: "approve" | "decline") =>
      send(who.cookie, "POST", `/api/approvals/${id}/decision`, {
        ...{ decision, subjectHash: shown.subjectHash, reason: "Because." },
        acceptedQuote: { outputAmount: goodOutput, quotedAt: new Date().toISOString() },
      }),
  };
}

/** What must not be, whoever was first. */
async function faultsOf(ledger: Db, id: string, pair: Pair, sent: number): Promise<string[]> {
  const { status } = await ledger
    .selectFrom("transfers")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const request = await ledger
    .selectFrom("requests")
    .selectAll()
    .where("subject_id", "=", id)
    .executeTakeFirstOrThrow();
  const given = await ledger
    .selectFrom("approvals")
    .select("person_id")
    .where("request_id", "=", request.id)
    .where("decision", "=", "approved")
    .where("voided_why", "is", null)
    .execute();
  const states = new Map([
    ["accepted", ["approved"]],
    ["declined", ["declined"]],
    ["awaiting_approval", ["waiting"]],
    ["cancelled", ["withdrawn", "expired"]],
  ]);
  const faults = [];
  if (sent > 1) faults.push(`sent ${sent} times`);
  if ((sent === 1) !== (status === "accepted")) faults.push(`sent ${sent} times, and ${status}`);
  if (!states.get(status)?.includes(request.state))
    faults.push(`${status}, and its request ${request.state}`);
  if (sent === 1 && !pair.some((act) => act.startsWith("approve"))) faults.push("sent, and nobody approved");
  if (sent === 1 && pair.includes("end the hold")) faults.push("sent, and it was asked for before a hold");
  if (sent === 1 && given.length === 0) faults.push("sent without an approval");
  if (given.some(({ person_id }) => person_id === request.maker_id)) faults.push("approved by its maker");
  return faults;
}
