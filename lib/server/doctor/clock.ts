import "server-only";
import { bad, type Finding, ok, warn } from "./finding";

/** A code of a second factor is good for a step before and after, so half a minute is what a clock may be wrong by. */
const badSeconds = 30;
const oddSeconds = 5;

/** Holds this machine's clock against the time that somebody else has said just now. */
export function clockFinding(who: string, said: string | Date | undefined): Finding {
  const theirs = said === undefined ? Number.NaN : new Date(said).getTime();
  if (Number.isNaN(theirs))
    return warn("clock", `${who} does not say the time, so the clock was not compared.`);
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1_000);
  if (seconds <= oddSeconds) return ok("clock", `It agrees with that of ${who}.`);
  const text = `It is ${seconds} seconds away from that of ${who}. Keep this machine's time by NTP.`;
  return seconds > badSeconds
    ? bad("clock", `${text} Codes of second factors are refused, and times in the ledger are wrong.`)
    : warn("clock", text);
}
