import { randomUUID } from "node:crypto";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Act } from "#lib/testing/database/paused-acts";
import { answer } from "#lib/testing/service/faulty-service";
import type { Contest } from "./contest";

/** Everything that can happen to a transfer in flight, or to one whose answer was lost, and to whoever acts on it. */
const actNames = [
  ...(["answered yes", "answered no", "answered unclearly", "answered in part"] as const),
  ...(["callback", "callback of its own", "callback of another"] as const),
  ...(["entered", "entered otherwise", "entered as answered", "closed as absent", "address chosen"] as const),
  ...(["note", "matched", "handled", "looked at", "asked for again", "replaced"] as const),
  ...(["disabled", "lowered", "signed out"] as const),
] as const;
export type ActName = (typeof actNames)[number];

const answers = new Set<ActName>(["answered yes", "answered no", "answered unclearly", "answered in part"]);
/** What changes the person who acts, and no transfer. */
const onPerson = new Set<ActName>(["disabled", "lowered", "signed out"]);

/** Every act against every other and itself. One request has one answer; people's acts on people are raced elsewhere. */
export function allPairs(): [ActName, ActName][] {
  return actNames.flatMap((first) =>
    actNames
      .filter((second) => !(answers.has(first) && answers.has(second)))
      .filter((second) => !(onPerson.has(first) && onPerson.has(second)))
      .map((second): [ActName, ActName] => [first, second]),
  );
}

/** What an act gives: the status of its answer. */
type Done = { status: number };

/** An act on a contested transfer. */
export function actOn(contest: Contest, name: ActName): Act<Done> {
  const { ids } = contest;
  const both = { transactionId: ids.service, address: ids.address };
  switch (name) {
    case "answered yes":
      return contest.answered(answer(200, JSON.stringify({ success: true, ...both })));
    case "answered no":
      return contest.answered(answer(422, '{"message":"Account is blocked"}'));
    case "answered unclearly":
      return contest.answered(answer(500, "{}"));
    case "answered in part":
      return contest.answered(answer(200, JSON.stringify({ success: false, ...both })));
    case "callback":
      return { run: () => contest.callBack({ status: "processing", at: randomUUID() }) };
    case "callback of its own":
      return {
        run: () => contest.callBack({ status: "deposited", transactionId: ids.service, at: randomUUID() }),
      };
    case "callback of another":
      return {
        run: () => contest.callBack({ status: "completed", transactionId: ids.other, at: randomUUID() }),
      };
    case "entered":
      return enter(contest, ids.person, ids.personsAddress);
    case "entered otherwise":
      return enter(contest, ids.service, ids.personsAddress);
    case "entered as answered":
      return enter(contest, ids.service, ids.address);
    case "closed as absent":
      return { run: () => contest.send("POST", "/resolution", { outcome: "absent", reason: "Asked." }) };
    case "address chosen":
      return { run: () => choose(contest) };
    case "note":
      return { run: () => contest.send("POST", "/notes", { kind: "note", text: "Seen." }) };
    case "matched":
      return { run: () => contest.send("POST", "/notes", { kind: "matched" }) };
    case "handled":
      return { run: () => contest.send("POST", "/notes", { kind: "handled", text: "Done." }) };
    case "looked at":
      return { run: () => contest.send("GET", "") };
    case "asked for again":
      return { run: () => contest.submit(contest.key, contest.payee) };
    case "replaced":
      return { run: () => contest.submit(randomUUID(), { ...contest.replacement, replaces: contest.id }) };
    case "disabled":
      return { run: () => contest.change("PATCH", "", { isDisabled: true }) };
    case "lowered":
      return { run: () => contest.change("PATCH", "", { role: "support" }) };
    case "signed out":
      return { run: () => contest.change("DELETE", "/sessions") };
  }
}

function enter(contest: Contest, transactionId: string, address: string): Act<Done> {
  const body = { outcome: "exists", transactionId, address, reason: "Their support said so." };
  return { run: () => contest.send("POST", "/resolution", body) };
}

/** The first of the addresses that were given, or of none the first event, which is refused. */
async function choose(contest: Contest): Promise<Done> {
  const { body } = await contest.send<TransferWithEvents>("GET", "");
  const claims = body.claims ?? [];
  const event = `${claims[0]?.event ?? 1}`;
  const newest = `${claims.at(-1)?.event ?? 1}`;
  return contest.send("POST", "/resolution", { outcome: "address", event, newest, reason: "Asked." });
}
