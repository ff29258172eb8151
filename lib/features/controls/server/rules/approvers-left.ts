import { unmetWords } from "#lib/features/controls/control-words";
import { wouldStrand } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import type { ApproversLeft } from "#lib/server/people/approvers-left";
import { readColleagues } from "../read-people";
import { holdRules } from "./rules-acts";
import { hasRules, readRules } from "./stored-rules";

/** Nothing without rules. Under their lock: of two admins who each take one away, the second is asked. */
export const namesStranded: ApproversLeft = async (trx, after) => {
  await holdRules(trx);
  const { rules } = await readRules(trx);
  if (!hasRules(rules)) return [];
  const { people, now } = await readColleagues(trx);
  return wouldStrand(rules, people, after, now).map((each) => unmetWords(each, env().timeZone));
};
