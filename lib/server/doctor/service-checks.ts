import type { Asset } from "#lib/asset/asset";
import { defaultChannel, defaultCountry, defaultCurrency } from "#lib/asset/defaults";
import { endpoints } from "#lib/contract/offramp";
import type { Amount } from "#lib/money/money";
import { explainQuote } from "#lib/money/quote-arithmetic";
import { env } from "#lib/server/config/env";
import { banks } from "#lib/server/service/banks";
import { getBusiness } from "#lib/server/service/business";
import { sendOverHttp } from "#lib/server/service/offramp-http";
import { firewallInstead } from "#lib/server/service/page-instead";
import { getQuote } from "#lib/server/service/quotes";
import { bad, type Finding, type Findings, failed, ok, warn } from "./finding";
import { whyNot } from "./why-not";

/** Invariant: only reads from the service, with the dashboard's own code. */

/** Also compares this machine's clock with the service's. */
export async function* checkService(): Findings {
  const { service, assets } = env();
  if (service.mode === "sandbox") {
    yield warn("service", "No key is set: the dashboard runs on its own sandbox, and no real money moves.");
  } else {
    const isThere = yield* checkWithoutKey(service.baseUrl);
    if (!isThere) return;
  }
  const business = await businessFinding();
  yield business;
  // The same fault for each question would hide its cause.
  if (business.level === "bad" && !business.text.startsWith("The status")) return;
  yield* checkBanks();
  for (const asset of assets) yield await quoteFinding(asset);
}

/** Returns whether anybody answers. */
async function* checkWithoutKey(baseUrl: string): AsyncGenerator<Finding, boolean> {
  const { method, path } = endpoints.business;
  try {
    const answer = await sendOverHttp({
      method,
      url: baseUrl + path,
      headers: { accept: "application/json" },
      timeoutMs: env().serviceTimeoutMs,
      maxBytes: 65_536,
      isFreshConnection: true,
    });
    const { status, headers } = answer;
    const firewall = firewallInstead(answer);
    if (firewall !== undefined) yield bad("service", `${baseUrl}: ${firewall}`);
    else
      yield status >= 400 && status < 500
        ? ok("service", `${baseUrl} answers, and refuses a request without a key (HTTP ${status}).`)
        : warn(
            "service",
            `${baseUrl} answers a request without a key with HTTP ${status}. An offramp service would refuse it: check OFFRAMP_BASE_URL.`,
          );
    yield clockFinding("the service", headers.date);
    return true;
  } catch (error) {
    yield bad(
      "service",
      `${baseUrl} cannot be reached from here. ${whyNot(error)} Check OFFRAMP_BASE_URL and the firewall.`,
    );
    return false;
  }
}

async function businessFinding(): Promise<Finding> {
  try {
    const { name, status, usable } = await getBusiness();
    return usable
      ? ok("business", `${name || "The business"} is ${status}.`)
      : bad(
          "business",
          `The status of ${name || "the business"} is "${status}"; only "active" can create transfers. Ask the service.`,
        );
  } catch (error) {
    return failed("business", error)[0] ?? bad("business", "Couldn't check this.");
  }
}

async function* checkBanks(): Findings {
  try {
    const { banks: rows, skipped } = await banks(defaultCountry);
    if (rows.length === 0) yield bad("banks", "The service's list of banks is empty: nobody can be paid.");
    else yield ok("banks", `${rows.length} banks.`);
    if (skipped > 0)
      yield warn("banks", `${skipped} rows of the list have no usable code and name. Tell the service.`);
  } catch (error) {
    yield* failed("banks", error);
  }
}

async function quoteFinding({ asset, fromCurrency, minAmount }: Asset): Promise<Finding> {
  const topic = `quote ${asset}`;
  const amount = (minAmount ?? "10") as Amount;
  try {
    const quote = await getQuote({
      amount,
      asset,
      currency: defaultCurrency,
      country: defaultCountry,
      channel: defaultChannel,
    });
    const { rate, fee, outputAmount, currency } = quote;
    const numbers = `${amount} ${fromCurrency} gives ${outputAmount} ${currency}, at a rate of ${rate} with a fee of ${fee}`;
    return explainQuote(quote).kind === "unexplained"
      ? warn(
          topic,
          `${numbers}. These numbers do not follow from each other. Ask the service what its fee is.`,
        )
      : ok(topic, `${numbers}.`);
  } catch (error) {
    const [{ text } = bad(topic, "")] = failed(topic, error);
    return bad(topic, `${text} If the service doesn't take this asset, correct OFFRAMP_ASSETS.`);
  }
}

/** Seconds: a second factor's code is good for one step before and after. */
const badSeconds = 30;
const oddSeconds = 5;

/** Compares this machine's clock with the time that somebody else has just said. */
function clockFinding(who: string, said: string | Date | undefined): Finding {
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
