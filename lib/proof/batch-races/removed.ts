import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTree } from "#lib/proof/without/take-out";

/** What stands between two callers, and how the sources are without it: each text must be there, and is replaced. */
type Removal = { file: string; text: string; by: string };

const creation = "lib/features/bulk/server/creation";
const lease: Removal[] = [
  {
    file: `${creation}/take-rows.ts`,
    text: "and (lease_until is null or ",
    by: "and (1 = 1 or lease_until is null or ",
  },
];
const fileLock: Removal[] = [
  {
    file: "lib/features/bulk/server/files/make-file.ts",
    text: "    const batch = await lockBatch(trx, id);\n",
    by: "    const batch = await findBatch(trx, id);\n",
  },
  {
    file: "lib/features/bulk/server/files/make-file.ts",
    text: "    await holdTransfers(trx, made.map((each) => each.id).sort());\n",
    by: "",
  },
];
/** And the question about a twin, which finds the second transfer even so. */
const key: Removal[] = [
  ...lease,
  {
    file: "lib/server/submission/submit-transfer.ts",
    text: "await refuseDuplicate(trx, row, input.confirmSeparate === true, actor),\n",
    by: "await refuseDuplicate(trx, row, true, actor),\n",
  },
  {
    file: `${creation}/create-rows.ts`,
    text: "await submit(ledger, row.key, {",
    by: "await submit(ledger, randomUUID(), {",
  },
];
export const removals = { lease, fileLock, key };

/** Copies the sources of this tree, without what is named. Throws where a text isn't there. */
export function copyWithout(root: string, to: string, name: keyof typeof removals): string {
  copyTree(root, to);
  for (const { file, text, by } of removals[name]) {
    const source = readFileSync(join(to, file), "utf8");
    if (!source.includes(text)) throw new Error(`${file} has no such text any more: ${text}`);
    writeFileSync(join(to, file), source.replace(text, by));
  }
  return to;
}
