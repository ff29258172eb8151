import { approversFor } from "#lib/features/controls/eligible";
import { requirementOf } from "#lib/features/controls/requirement";
import { payeeVersionHash } from "#lib/features/controls/subject";
import type { PayeeGate } from "#lib/server/payees/payee-gates";
import { findVersion } from "#lib/server/payees/payees";
import { type VersionName, versionName } from "#lib/server/payees/version-name";
import type { Db, Trx } from "#lib/server/tables/schema";
import { tellAsked } from "../messages/tell-approvers";
import { readColleagues } from "../read-people";
import { refusal } from "../refusals";
import { endRequest, insertRequest, subjectOfVersion, takeWaiting } from "../requests";
import { readRules } from "../rules/stored-rules";

/** Invariant: while the rule is on, an account of a saved payee counts only once somebody else has agreed to exactly it. */
export const payeeControls: PayeeGate = {
  async judge(trx, makerId) {
    const { n, rules } = await readRules(trx);
    if (!rules.payeeChange) return null;
    const { people, now } = await readColleagues(trx);
    const requirement = requirementOf(rules, {
      kind: "payee_change",
      approvers: approversFor(makerId, people, now),
    });
    if (requirement.answer === "refused") throw refusal(requirement.faults);
    if (requirement.answer === "pass") return null;
    const stored = { needed: requirement.needed, reasons: requirement.reasons, ticks: [], unusual: [] };
    return async (within, version) => {
      const request = await insertRequest(within, {
        kind: "payee_version",
        subject_id: versionName(version),
        subject_hash: (await hashOfVersion(within, version, makerId)) ?? "",
        maker_id: makerId,
        rules_n: n,
        naira: null,
        stored,
      });
      await tellAsked(within, request);
    };
  },

  async withdraw(trx, version) {
    const waiting = await takeWaiting(trx, { kind: "payee_version", subject_id: versionName(version) });
    if (waiting === undefined) return;
    await endRequest(trx, waiting, { state: "withdrawn", ended_by: null, reason: null });
  },
};

/** As it stands now; `undefined` where there is no such version. */
export async function hashOfVersion(
  trx: Db | Trx,
  { payeeId, n }: VersionName,
  makerId: string,
): Promise<string | undefined> {
  const row = await findVersion(trx, payeeId, n);
  return row && payeeVersionHash(subjectOfVersion(row, makerId));
}
