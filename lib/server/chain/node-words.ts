/** What a refusal is about, by its words: every operator of nodes has codes of its own. */

/** `too_much`: less has to be asked at once. `throttled`: ask later. `unsure`: one of both. `refused`: anything else. */
export type Refusal = "too_much" | "throttled" | "unsure" | "refused";

const aboutCalls = [
  /rate.?limit|request.?(rate|count|limit)|too many (concurrent )?(requests|calls|connections)|throttl|slow down/i,
  /(requests?|calls?|credits?|units?|cu)(\/s| ?per[ -](second|minute|hour|day|month))|\brps\b|compute units|throughput/i,
  /quota|out of credits|daily|monthly|try again later|retry (in|after) \d|concurrency/i,
];
/** A limit, beside what it is of. */
const beyond =
  /more than|exceed|limit(ed)?\b|\bmax(imum)?\b|up to|at most|over \d|\btoo (large|big|wide|many|long|much)|larger than/i;
const amount =
  /\b(results?|logs|blocks?|(block )?range|response|payload|entity|body|addresses|topics|accounts|inputs|bytes|size|records|events|distance|quer(y|ies))\b/i;
const tooLong =
  /request (is )?too (large|big)|(query|execution|request|operation|call).{0,20}(timed? ?-?out|timeout)|deadline exceeded|took too long/i;
/** It asks for a block that the node doesn't have, or the node isn't well: less of it is no better. */
const notYet = /beyond (the )?(current )?head|unhealthy|behind|syncing|not (yet )?(available|been reached)/i;

export function refusalOf(status: number, code: number | undefined, words: string): Refusal {
  const text = words.slice(0, 2_000);
  if (aboutCalls.some((rule) => rule.test(text)) && !/block range|range (is )?too/i.test(text))
    return "throttled";
  if (notYet.test(text)) return "refused";
  if (tooLong.test(text) || (beyond.test(text) && amount.test(text))) return "too_much";
  if (status === 429) return "throttled";
  if (status === 413) return "too_much";
  return code === -32_005 || /limit|exceed/i.test(text) ? "unsure" : "refused";
}
