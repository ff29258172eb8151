import { randomUUID } from "node:crypto";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Act } from "#lib/testing/database/paused-acts";
import { payeeSaid } from "#lib/testing/received/payee-said";
import { answer } from "#lib/testing/service/faulty-service";
import { type Contest, contentOf, type Reply } from "./contest";
import { payeeActs, paymentActs } from "./payment-acts";

type ActOf = (contest: Contest) => Act<Pick<Reply, "status">>;

/** The end of the request that a contest has begun: it has one. */
const answers = {
  "answered yes": ({ answered, yes }) => answered(yes),
  "answered no": ({ answered }) => answered(answer(422, '{"message":"Account is blocked"}')),
  "answered unclearly": ({ answered }) => answered(answer(500, "{}")),
  "answered in part": ({ answered, ids }) =>
    answered(
      answer(200, JSON.stringify({ success: false, transactionId: ids.service, address: ids.address })),
    ),
} satisfies Record<string, ActOf>;

/** Everything else that can happen to a transfer in flight, or to one whose answer was lost. */
const transferActs = {
  callback: ({ callBack }) => ({ run: () => callBack({ status: "processing", at: randomUUID() }) }),
  "callback of its own": ({ callBack, ids }) => ({
    run: () => callBack({ status: "deposited", transactionId: ids.service, at: randomUUID() }),
  }),
  "callback of another": ({ callBack, ids }) => ({
    run: () => callBack({ status: "completed", transactionId: ids.other, at: randomUUID() }),
  }),
  entered: (contest) => enter(contest, contest.ids.person, contest.ids.personsAddress),
  "entered otherwise": (contest) => enter(contest, contest.ids.service, contest.ids.personsAddress),
  "entered as answered": (contest) => enter(contest, contest.ids.service, contest.ids.address),
  "closed as absent": ({ send }) => ({
    run: () => send("POST", "/resolution", { outcome: "absent", reason: "Asked." }),
  }),
  "address chosen": (contest) => ({ run: () => choose(contest) }),
  note: ({ send }) => ({ run: () => send("POST", "/notes", { kind: "note", text: "Seen." }) }),
  received: ({ send }) => ({
    run: () => send("POST", "/received", payeeSaid("1")),
  }),
  handled: ({ send }) => ({ run: () => send("POST", "/notes", { kind: "handled", text: "Done." }) }),
  "looked at": ({ send }) => ({ run: () => send("GET", "") }),
  "asked for again": ({ submit, key, content }) => ({ run: () => submit(key, content) }),
  replaced: ({ submit, accounts, id }) => ({
    run: () => submit(randomUUID(), { ...contentOf(accounts.replacement), replaces: id }),
  }),
} satisfies Record<string, ActOf>;

/** What changes the person who acts, and no transfer. */
const personActs = {
  disabled: ({ change }) => ({ run: () => change("PATCH", "", { isDisabled: true }) }),
  lowered: ({ change }) => ({ run: () => change("PATCH", "", { role: "support" }) }),
  "signed out": ({ change }) => ({ run: () => change("DELETE", "/sessions") }),
} satisfies Record<string, ActOf>;

const acts = { ...answers, ...transferActs, ...paymentActs, ...payeeActs, ...personActs };
export type ActName = keyof typeof acts;
const actNames = Object.keys(acts) as ActName[];

export function isAnswer(name: ActName): boolean {
  return Object.hasOwn(answers, name);
}

export function isOfPayee(name: ActName): boolean {
  return Object.hasOwn(payeeActs, name);
}

/** Every act against every other and itself. One request has one answer; people's acts on people are raced elsewhere. */
export function allPairs(): [ActName, ActName][] {
  const isOnPerson = (name: ActName) => Object.hasOwn(personActs, name);
  return actNames.flatMap((first) =>
    actNames
      .filter((second) => !(isAnswer(first) && isAnswer(second)))
      .filter((second) => !(isOnPerson(first) && isOnPerson(second)))
      .map((second): [ActName, ActName] => [first, second]),
  );
}

/** An act on a contested transfer. */
export function actOn(contest: Contest, name: ActName): ReturnType<ActOf> {
  return acts[name](contest);
}

function enter({ send }: Contest, transactionId: string, address: string): ReturnType<ActOf> {
  const body = { outcome: "exists", transactionId, address, reason: "Their support said so." };
  return { run: () => send("POST", "/resolution", body) };
}

/** The first of the addresses that were given, or of none the first event, which is refused. */
async function choose({ send }: Contest): Promise<Pick<Reply, "status">> {
  const { body } = await send<TransferWithEvents>("GET", "");
  const claims = body.claims ?? [];
  const event = `${claims[0]?.event ?? 1}`;
  const newest = `${claims.at(-1)?.event ?? 1}`;
  return send("POST", "/resolution", { outcome: "address", event, newest, reason: "Asked." });
}
