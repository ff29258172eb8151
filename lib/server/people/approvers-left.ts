import { Problem } from "#lib/contract/problem";
import type { Role } from "#lib/contract/roles";
import { hook } from "#lib/server/config/hook";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: whoever takes the last approver away was told so before. */

/** A person as they would be. */
export type PersonAfter = { id: string; role?: Role; isDisabled?: boolean; hasSecondFactor?: boolean };

/** Names, in sentences, whose payouts nobody could approve then and somebody can now. */
export type ApproversLeft = (trx: Trx, after: PersonAfter) => Promise<string[]>;

export const approversLeft = hook<ApproversLeft>("approvers-left");

/** Runs before the change. Throws `nobody_approves` unless it was confirmed. */
export async function requireApproversLeft(
  trx: Trx,
  after: PersonAfter,
  isConfirmed: boolean,
): Promise<void> {
  if (isConfirmed) return;
  const said: string[] = [];
  for (const ask of approversLeft.all()) said.push(...(await ask(trx, after)));
  if (said.length > 0) throw new Problem("nobody_approves", `${said.join(" ")} Nothing was changed.`);
}
