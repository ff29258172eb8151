import type * as z from "zod/mini";
import type { PayeeInput } from "#lib/contract/payees";
import type { ImportedRow } from "#lib/features/bulk/bulk-api";
import { otherAccount } from "#lib/server/payees/known-names";
import { findPayee, payeeOfAccount } from "#lib/server/payees/payees";
import type { Db } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { showInvisible } from "#lib/text/visible-text";
import { knownNameWords } from "#lib/words/same-account";

type Foreseen = Partial<Pick<ImportedRow, "outcome" | "payeeId" | "remark" | "faults">>;
type Checked = z.output<typeof PayeeInput>;
type Earlier = { n: number; bankCode: string; accountNumber: string };

/** Says row by row what saving would come to, beside the payees that are there and the rows before it. */
export function foreseePayees(ledger: Db) {
  const byAccount = new Map<string, Earlier>();
  const byNumber = new Map<string, Earlier>();
  const byName = new Map<string, Earlier>();
  return async (n: number, input: Checked): Promise<Foreseen> => {
    const { name, accountName, bankCode, accountNumber, howChecked } = input;
    const key = `${bankCode} ${accountNumber}`;
    const twin = byAccount.get(key);
    if (twin !== undefined) return { outcome: "exists", remark: `The same account as line ${twin.n}.` };
    const payeeId = await payeeOfAccount(ledger, input);
    if (payeeId !== undefined)
      return { outcome: "exists", payeeId, remark: await savedAs(ledger, payeeId, name) };
    const names = [name, accountName];
    if (howChecked === undefined) {
      const other = await otherAccount(ledger, "", { names, account: { bankCode, accountNumber } });
      const before = [
        ...names.map((each) => byName.get(canonicalText(each))),
        byNumber.get(accountNumber),
      ].find((each) => each !== undefined);
      const why =
        other === undefined
          ? before && `Line ${before.n} has this name with another account, or this number at another bank.`
          : knownNameWords(other);
      if (why !== undefined)
        return {
          outcome: "fault",
          faults: [
            { path: "howChecked", kind: "name_known", message: `${why} Say how you checked this one.` },
          ],
        };
    }
    const own = { n, bankCode, accountNumber };
    byAccount.set(key, own);
    byNumber.set(accountNumber, own);
    for (const each of names) byName.set(canonicalText(each), own);
    return {};
  };
}

export async function savedAs(ledger: Db, payeeId: string, name: string): Promise<string> {
  const payee = await findPayee(ledger, payeeId);
  return payee === undefined || payee.name === name
    ? "Saved already."
    : `Saved already, as ${showInvisible(payee.name)}.`;
}
