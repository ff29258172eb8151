import { unmetWords } from "#lib/features/controls/control-words";
import { wouldStrand } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import type { ApproversLeft } from "#lib/server/people/approvers-left";
import { isFactorEnough, readColleagues } from "../read-people";
import { holdRules } from "./rules-acts";
import { hasRules, readRules } from "./stored-rules";

/** Nothing without rules. Under their lock: of two admins who each take one away, the second is asked. */
export const namesStranded: ApproversLeft = async (trx, { hasSecondFactor, ...others }) => {
  await holdRules(trx);
  const { rules } = await readRules(trx);
  if (!hasRules(rules)) return [];
  const { people, now } = await readColleagues(trx);
  const after = {
    ...others,
    ...(hasSecondFactor !== undefined && { hasSecondFactor: isFactorEnough(hasSecondFactor) }),
  };
  return wouldStrand(rules, people, after, now).map((each) => unmetWords(each, env().timeZone));
};
