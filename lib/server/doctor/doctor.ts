import { env } from "#lib/server/config/env";
import { checkChains } from "./chain-checks";
import { checkDatabase } from "./database-checks";
import { type Finding, type Findings, failed, ok, warn } from "./finding";
import { checkFolders } from "./folder-checks";
import { checkMail } from "./mail-checks";
import { checkMethods, checkReach } from "./reach-checks";
import { checkService } from "./service-checks";

/**
 * Checks all that a dashboard needs, or with `isServiceOnly` the service. Creates nothing there, and never throws. A test
 * mail goes to `testAddress`.
 */
export async function* examine(isServiceOnly: boolean, testAddress?: string): Findings {
  try {
    const { service, database, unusedProxies } = env();
    const ledger = database.kind === "sqlite" ? "in a file" : "on PostgreSQL";
    const where = service.mode === "live" ? `the service at ${service.baseUrl}` : "its own sandbox";
    yield ok("configuration", `It can be used: ${where}${isServiceOnly ? "" : `, and a ledger ${ledger}`}.`);
    if (unusedProxies.length > 0)
      yield warn(
        "proxy",
        `${listed(unusedProxies)} set, and not used: the dashboard connects to the service, to nodes, mail servers and receivers of webhooks by itself. Let it through the firewall to each of them.`,
      );
  } catch (error) {
    yield* failed("configuration", error);
    return;
  }
  const parts = isServiceOnly
    ? [checkService]
    : [
        ...[checkFolders, checkDatabase, checkReach, checkMethods, checkChains],
        checkMail(testAddress),
        checkService,
      ];
  for (const check of parts) yield* guarded(check);
}

async function* guarded(check: () => AsyncGenerator<Finding, void, undefined>): Findings {
  try {
    yield* check();
  } catch (error) {
    yield* failed("doctor", error);
  }
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]} is` : `${names.join(", ")} are`;
}
