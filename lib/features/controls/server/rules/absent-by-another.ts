import { Problem } from "#lib/contract/problem";
import { mayOthersConfirm } from "#lib/features/controls/eligible";
import type { AbsentJudge } from "#lib/server/ledger/resolution";
import { readColleagues, readTakenAway } from "../read-people";
import { hasRules, readRules } from "./stored-rules";

/** Unknown counts in every sum, so whoever created it doesn’t take it out alone, where somebody else can. */
export const absentByAnother: AbsentJudge = async (trx, { created_by }, personId) => {
  const { rules } = await readRules(trx);
  if (!hasRules(rules) || created_by !== personId) return;
  const { people } = await readColleagues(trx);
  if (!mayOthersConfirm(personId, people, await readTakenAway(trx))) return;
  const detail =
    "You created it, and your rules count it until somebody else says that the service has no such transfer. Nothing was changed. Ask a colleague.";
  throw new Problem("own_request", detail);
};
