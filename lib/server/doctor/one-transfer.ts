import { randomUUID } from "node:crypto";
import { transferInput } from "#lib/contract/api";
import { env, inputRules } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { boot } from "#lib/server/operate/boot";
import { hasPeople } from "#lib/server/people/links";
import { submitTransfer } from "#lib/server/submission/submit-transfer";

/** Invariant: a command's transfer is in the ledger like every other, without a person's name. */

type Confirm = (question: string, wanted: string) => Promise<boolean>;

/** Asks `confirm` first. Returns how it went. Throws, and creates nothing, for bad input and where nobody has an account. */
export async function makeOneTransfer(
  input: Record<string, string | undefined>,
  confirm: Confirm,
): Promise<{ words: string; isAccepted: boolean }> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const checked = transferInput(inputRules()).safeParse(given);
  if (!checked.success) {
    const faults = checked.error.issues.map(({ path, message }) => `  - ${path.join(".")}: ${message}`);
    throw new Error(`No transfer was created:\n${faults.join("\n")}`);
  }
  const { amount, asset, bankCode, accountNumber, accountName } = checked.data;
  const { service } = env();
  const where = service.mode === "live" ? service.baseUrl : "the sandbox";
  const question = `This creates a transfer of ${amount} ${asset} at ${where}, to the account ${accountNumber} of ${accountName} at the bank ${bankCode}.`;
  // First of all: looking at the ledger would make an empty one.
  if (!(await confirm(question, `create ${amount} ${asset}`)))
    return { words: "No transfer was created.", isAccepted: false };
  if (!(await hasPeople(await db())))
    throw new Error("No transfer was created: nobody has an account yet. Create the first admin first.");
  // As a server: its claims count while it lives, and are recovered when it is gone.
  await boot();
  const { transfer } = await submitTransfer(randomUUID(), checked.data, null);
  const { id, status, transactionId, address } = transfer;
  const words =
    address === null
      ? `Transfer ${id}: ${status}. Open /transfers/${id} in the dashboard: it says why, and what to do.`
      : `Transfer ${id}: ${status}. The service's ID is ${transactionId}, the deposit address ${address}. Don't send anything there.`;
  return { words, isAccepted: status === "accepted" };
}
