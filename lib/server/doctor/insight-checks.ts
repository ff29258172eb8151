import { readCounting } from "#lib/features/insight/server/counting";
import { env } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";
import { type Findings, warn } from "./finding";

/** Servers with different zones would count everything again in turn, and show no figures meanwhile. */
export async function* checkFigures(ledger: Db): Findings {
  const { timeZone } = env();
  const counting = await readCounting(ledger);
  if (counting !== undefined && counting.zone !== timeZone)
    yield warn(
      "figures",
      `They are counted by days in ${counting.zone}, but BUSINESS_TIMEZONE here is ${timeZone}. The next start would count them all again. Give all servers the same BUSINESS_TIMEZONE.`,
    );
}
