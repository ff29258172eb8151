// @ts-check
import { randomUUID } from "node:crypto";
import { networkOf } from "../text/network.mjs";
import { answerHeaders, policyOfData } from "./answer-headers.mjs";

/**
 * Whoever asks for much at once waits for themselves: so much is begun at once for each share, so much waits, and the rest
 * is refused. It is judged before anything is read for a request, so that a refusal costs next to nothing, and a refusal
 * is told late, so that whoever asks again at once does so rarely.
 */

/**
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {import("node:http").ServerResponse} Outgoing
 * @typedef {(end: () => void) => void} Go what is called when a turn is free, with what ends the turn
 * @typedef {(share: string, go: Go) => boolean} Enter
 */

/** Who is signed in shares with nobody but their network; browsers that we know, and strangers, with those like them. */
export const turnLimits = {
  /** All sessions of one person. A browser asks for less at once than makes a crowd. */
  ofPerson: { atOnce: 3, mostWaiting: 60, crowd: 8 },
  /** Everybody signed in from one network. */
  ofNetwork: { atOnce: 8, mostWaiting: 200 },
  /** All browsers of one person in which somebody signed in before. */
  ofKnown: { atOnce: 2, mostWaiting: 30 },
  ofAllKnown: { atOnce: 4, mostWaiting: 200 },
  /** A network, of those of whom nothing is known. */
  ofStranger: { atOnce: 2, mostWaiting: 30 },
  /** Everybody of whom nothing is known. */
  ofStrangers: { atOnce: 4, mostWaiting: 200 },
  /** What programs ask of a network, and of nobody else's: a flood keeps no supervisor on another machine waiting. */
  ofPrograms: { atOnce: 4, mostWaiting: 100 },
};
/** In milliseconds. What takes longer waits for somebody else, such as the service, and holds nobody up meanwhile. */
export const longestTurnMs = 250;
export const refusalDelayMs = 1_000;
/** How often as long as its turn a crowd rests after it. */
const crowdRests = 3;

const refusals = new Set([401, 429, 503]);
const retryAfterSeconds = 2;
/**
 * What programs ask without a session; a callback is limited by its token. In plain signs alone: the framework reads dots
 * and escapes in its own way, and could find a page behind them.
 */
const isCallback = /^\/api\/callbacks\/[\w-]+$/;
const isOfPrograms = /^\/(sandbox(\/[\w-]+)+|healthz|readyz|metrics)$/;

/** @type {(() => void)[]} */
const later = [];

/**
 * Does one act in each round of the event loop. What answers without waiting would otherwise be followed by the next of
 * its share before anybody else is heard.
 *
 * @param {() => void} act
 */
function inLaterLoop(act) {
  later.push(act);
  if (later.length === 1) setImmediate(doNext);
}

function doNext() {
  const act = later.shift();
  if (later.length > 0) setImmediate(doNext);
  act?.();
}

/**
 * Gives the way in: it calls `go`, now or when a turn of this share is free, with what ends the turn, and gives false
 * when too many of the share wait. While a crowd of the share waits, its turns come one by one, each after a rest three
 * times as long as the turn before: so it has a quarter of the time at the most.
 *
 * @param {{ atOnce: number, mostWaiting: number, crowd?: number }} limits
 * @returns {Enter}
 */
function makeShares({ atOnce, mostWaiting, crowd = Number.POSITIVE_INFINITY }) {
  /** @type {Map<string, { running: number, waiting: Go[] }>} */
  const shares = new Map();
  return (name, go) => {
    const share = shares.get(name) ?? { running: 0, waiting: [] };
    shares.set(name, share);
    // Nobody goes before those who wait; somebody of the share is under way while any do.
    if (share.running >= atOnce || share.waiting.length > 0) {
      if (share.waiting.length >= mostWaiting) return false;
      share.waiting.push(go);
      return true;
    }
    const begin = (/** @type {Go} */ next) => {
      share.running += 1;
      const begun = performance.now();
      let hasEnded = false;
      next(() => {
        if (hasEnded) return;
        hasEnded = true;
        const restMs = share.waiting.length >= crowd ? crowdRests * (performance.now() - begun) : 0;
        const goOn = () => {
          share.running -= 1;
          const most = share.waiting.length >= crowd ? 1 : atOnce;
          while (share.running < most && share.waiting.length > 0)
            begin(/** @type {Go} */ (share.waiting.shift()));
          if (share.running === 0) shares.delete(name);
        };
        if (restMs === 0) inLaterLoop(goOn);
        else setTimeout(goOn, restMs);
      });
    };
    begin(go);
    return true;
  };
}

/**
 * The same answer, in fair shares: of a person, a known browser or a network, and then of all like them.
 *
 * @template {unknown[]} Rest
 * @param {(request: Incoming, response: Outgoing, ...rest: Rest) => unknown} answer
 * @param {{
 *   askerOf?: (cookie: string | undefined) => import("../server/config/offered").Asker | undefined,
 *   limits?: typeof turnLimits,
 *   delayMs?: number,
 *   turnMs?: number,
 * }} options `askerOf`: who asks, by a cookie header; `undefined` for a stranger
 * @returns {(request: Incoming, response: Outgoing, ...rest: Rest) => unknown}
 */
export function inFairShares(
  answer,
  { askerOf = () => undefined, limits = turnLimits, delayMs = refusalDelayMs, turnMs = longestTurnMs } = {},
) {
  const enter = {
    ofPerson: makeShares(limits.ofPerson),
    ofNetwork: makeShares(limits.ofNetwork),
    ofKnown: makeShares(limits.ofKnown),
    ofAllKnown: makeShares(limits.ofAllKnown),
    ofStranger: makeShares(limits.ofStranger),
    ofStrangers: makeShares(limits.ofStrangers),
    ofPrograms: makeShares(limits.ofPrograms),
  };
  /** @type {(request: Incoming, isProgram: boolean) => [Enter, string][]} */
  const waysOf = ({ headers }, isProgram) => {
    const network = networkOf(String(headers["x-forwarded-for"]));
    if (isProgram) return [[enter.ofPrograms, network]];
    const asker = askerOf(headers.cookie);
    if (asker === undefined)
      return [
        [enter.ofStranger, network],
        [enter.ofStrangers, "all"],
      ];
    if (asker.kind === "known")
      return [
        [enter.ofKnown, asker.share],
        [enter.ofAllKnown, "all"],
      ];
    return [
      [enter.ofPerson, asker.share],
      [enter.ofNetwork, network],
    ];
  };
  return (request, response, ...rest) => {
    const [path = ""] = (request.url ?? "/").split("?", 1);
    if (isCallback.test(path)) return answer(request, response, ...rest);
    const isProgram = isOfPrograms.test(path);
    /** @type {(() => void)[]} */
    const ends = [];
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const endTurns = () => {
      clearTimeout(timer);
      for (const end of ends.splice(0)) end();
    };
    // A supervisor waits for a second, or less.
    tellRefusalLate(response, isProgram ? 0 : delayMs, endTurns);
    response.once("close", endTurns);
    // Whoever waited may have gone.
    const isGone = () => response.destroyed || response.closed;
    /** @param {[Enter, string][]} ways */
    const goBy = ([way, ...others]) => {
      if (isGone()) return endTurns();
      if (way === undefined) {
        timer = setTimeout(endTurns, turnMs);
        void answer(request, response, ...rest);
        return;
      }
      const [enterShare, name] = way;
      const isIn = enterShare(name, (end) => {
        ends.push(end);
        goBy(others);
      });
      if (isIn) return;
      endTurns();
      refuse(request, response);
    };
    goBy(waysOf(request, isProgram));
  };
}

/**
 * @param {Outgoing} response
 * @param {number} delayMs
 * @param {() => void} decided called once the answer is whole: telling it, late or to a slow reader, costs nobody a turn
 */
function tellRefusalLate(response, delayMs, decided) {
  /** @type {(...rest: any[]) => Outgoing} */
  const end = response.end.bind(response);
  response.end = (/** @type {any[]} */ ...rest) => {
    decided();
    if (!refusals.has(response.statusCode)) return end(...rest);
    setTimeout(() => end(...rest), delayMs);
    return response;
  };
}

/**
 * @param {Incoming} request
 * @param {Outgoing} response
 */
function refuse({ url = "/" }, response) {
  const headers = {
    ...answerHeaders,
    ...policyOfData,
    "retry-after": `${retryAfterSeconds}`,
    "cache-control": "no-store",
  };
  if (!url.startsWith("/api/")) {
    response.writeHead(503, { ...headers, "content-type": "text/plain; charset=utf-8" });
    response.end("You opened many pages at once. Wait a moment and reload the page.\n");
    return;
  }
  const requestId = randomUUID();
  const problem = {
    type: "about:blank",
    title: "Too many requests",
    status: 429,
    detail: `You sent too many requests at once. Nothing was done. Try again in ${retryAfterSeconds} s.`,
    code: "too_many_requests",
    requestId,
  };
  response.writeHead(429, {
    ...headers,
    "content-type": "application/problem+json",
    "x-request-id": requestId,
  });
  response.end(JSON.stringify(problem));
}
