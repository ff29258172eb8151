import { at, minuteMs, start, usualFacts, usualHouse } from "#lib/testing/ledger/made-up-facts";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import type { LiveFunding } from "#lib/transfer/funding";
import type { House, SeenDeposit, StandingFacts } from "#lib/transfer/standing/facts";
import { printOf } from "#lib/transfer/standing/print";
import { standingOf } from "#lib/transfer/standing/standing";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { fold } from "#lib/transfer/transfer-status";

/** What becomes of a transfer, minute by minute, from its creation on. */
export type Life = {
  /** The service's words, each with its minute: `1 awaiting_deposit, 20 completed`. */
  says?: string;
  pays?: Payment[];
  /** What the service says arrived. */
  reports?: [minute: number, units: bigint];
  /** `2 asked, 3 sent`; `closed` by a person. */
  wallet?: string;
  /** What finance does, and when: `open`, `stop` and `settle`. */
  acts?: string;
  /** The network can't be read, from one minute to another. */
  blind?: [from: number, to: number];
  facts?: Partial<StandingFacts>;
  house?: Partial<House>;
};
type Payment = { units: bigint; seen: number; confirmed?: number; gone?: number } & Partial<
  Pick<SeenDeposit, "isOwnToken" | "isAtAddress">
>;

function stepsOf(text = ""): [minute: number, what: string][] {
  const steps = text.split(", ").filter((step) => step !== "");
  return steps.map((step) => [Number.parseInt(step, 10), step.replace(/^\d+ /, "")]);
}

/** The nodes are read every minute, unless nobody can. */
function houseAt(minute: number, { blind, house }: Life): House {
  const isBlind = blind !== undefined && minute >= blind[0] && minute < blind[1];
  const network = isBlind
    ? { readAt: at(blind[0]), blindSince: at(blind[0]) }
    : { readAt: at(minute), blindSince: null };
  return { ...usualHouse, now: start + minute * minuteMs, network, ...house };
}

function factsAt(minute: number, life: Life): StandingFacts {
  const { pays = [], facts } = life;
  const words = stepsOf(life.says).filter(([when]) => when <= minute);
  const firsts = words.filter(([, word], place) => {
    const meaning = canonicalSettlement(word) ?? word;
    return words.findIndex(([, other]) => (canonicalSettlement(other) ?? other) === meaning) === place;
  });
  const seen = pays.filter((pay) => pay.seen <= minute);
  const confirmations = seen.flatMap(({ confirmed }) =>
    confirmed !== undefined && confirmed <= minute ? [confirmed] : [],
  );
  const asked = stepsOf(life.wallet).findLast(([when]) => when <= minute);
  const own: StandingFacts = {
    ...usualFacts,
    state: fold([
      ...([{ kind: "requested" }, { kind: "dispatched" }, { kind: "accepted" }] as const),
      ...words.map(([, word]) => ({ kind: "callback", source: "service_callback", word }) as const),
    ]),
    words: firsts.map(([when, word]) => ({ word, meaning: canonicalSettlement(word), firstAt: at(when) })),
    deposits: seen.map(({ isOwnToken = true, isAtAddress = true, units, ...pay }) => ({
      ...{ isOwnToken, isAtAddress, units, blockTime: at(pay.seen), state: stateAt(minute, pay) },
    })),
    confirmedAt: confirmations.length === 0 ? null : at(Math.max(...confirmations)),
    reported: life.reports !== undefined && life.reports[0] <= minute ? life.reports[1] : null,
    funding:
      asked === undefined || asked[1] === "closed"
        ? null
        : { state: asked[1] as LiveFunding, changedAt: at(asked[0]) },
    ...facts,
  };
  return { ...own, acts: actsAt(minute, life) };
}

function stateAt(minute: number, { confirmed, gone }: Omit<Payment, "units">): SeenDeposit["state"] {
  if (gone !== undefined && gone <= minute) return "gone";
  return confirmed !== undefined && confirmed <= minute ? "confirmed" : "seen";
}

/** A person acts on all that stands then. */
function actsAt(minute: number, life: Life): StandingFacts["acts"] {
  let acts: StandingFacts["acts"] = usualFacts.acts;
  for (const [when, act] of stepsOf(life.acts)) {
    if (when > minute) break;
    const print = printOf(factsAt(when, { ...life, acts: "" }));
    if (act === "settle") acts = { ...acts, settled: print };
    else if (act === "stop") acts = { ...acts, isStopped: true, opened: null };
    else
      acts = { ...acts, isStopped: false, opened: { at: at(when), until: at(when + 30), by: "Ada", print } };
  }
  return acts;
}

const closely = 6 * 60;

/** The first reasons that ever need a person in two days, each once: looked at in every minute, and later in every tenth. */
export function toldOf(life: Life): AttentionReason[] {
  const told = new Set<AttentionReason>();
  for (let minute = 0; minute <= 2 * 24 * 60; minute += minute < closely ? 1 : 10) {
    const [first] = standingOf(factsAt(minute, life), houseAt(minute, life)).due;
    if (first !== undefined) told.add(first);
  }
  return [...told];
}
