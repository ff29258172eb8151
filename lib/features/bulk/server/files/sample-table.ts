import { defaultCountry } from "#lib/asset/defaults";
import { Problem } from "#lib/contract/problem";
import { sampleSalaries } from "#lib/features/bulk/batches/sample-salaries";
import { env } from "#lib/server/config/env";
import { listBanks } from "#lib/server/service/banks";

/** Made-up salaries to try a batch with. Throws `not_found` outside sandbox mode. */
export async function sampleTable(): Promise<string> {
  if (!env().isSandbox) throw new Problem("not_found", "There are sample salaries in sandbox mode alone.");
  return sampleSalaries((await listBanks(defaultCountry)).banks);
}
