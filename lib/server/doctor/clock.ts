import { bad, type Finding, ok, warn } from "./finding";

/** Seconds: a second factor's code is good for one step before and after. */
const badSeconds = 30;
const oddSeconds = 5;

/** Compares this machine's clock with the time that somebody else has just said. */
export function clockFinding(who: string, said: string | Date | undefined): Finding {
  const theirs = said === undefined ? Number.NaN : new Date(said).getTime();
  if (Number.isNaN(theirs))
    return warn("clock", `${who} does not say the time, so the clock was not compared.`);
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1_000);
  if (seconds <= oddSeconds) return ok("clock", `It agrees with the clock of ${who}.`);
  const text = `It is ${seconds} seconds off the clock of ${who}. Set this machine's clock by NTP.`;
  return seconds > badSeconds
    ? bad("clock", `${text} Codes of second factors are refused, and times in the ledger are wrong.`)
    : warn("clock", text);
}
