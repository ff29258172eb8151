import { leftWords, unusualWords, waitsWords, whatIsWrong } from "#lib/features/controls/control-words";
import { leftOf, type PayoutFacts } from "#lib/features/controls/requirement";
import type { Rules } from "#lib/features/controls/rules";
import type { Foresight, Subject } from "#lib/server/submission/gates";
import type { Trx } from "#lib/server/tables/schema";
import { requirementOfLine } from "./judge-line";
import { dayEnds } from "./refusals";
import { hasRules } from "./rules/stored-rules";
import { readRulesAndUnusual, readUnusualOfMany } from "./unusual-facts";

/** What the rules would ask of a transfer, in words, before it is created. Nothing is stored or counted. */
export async function foreseeLine(trx: Trx, subject: Subject): Promise<Foresight> {
  const [line] = subject.lines;
  if (line === undefined) throw new RangeError("A transfer has one line.");
  const { current, unusual } =
    subject.accounts === undefined
      ? await readRulesAndUnusual(trx, subject.id, subject.makerId, line)
      : await readUnusualOfMany(trx, subject, line);
  const { rules } = current;
  const said: Foresight = {
    waits: null,
    refused: null,
    unusual: unusual.map((each) => unusualWords(each, line.fields.from_currency)).join(" ") || null,
    left: [],
  };
  if (!hasRules(rules)) return said;
  const asked = await requirementOfLine(trx, rules, subject, { isSending: false, isLocked: false });
  if (asked.requirement.answer === "waits")
    return {
      ...said,
      waits: waitsWords(asked.requirement, asked.approvers, "transfer"),
      left: left(rules, asked.facts),
    };
  const last =
    asked.requirement.answer === "pass" && rules.businessDayNaira !== null
      ? await requirementOfLine(trx, rules, subject, { isSending: true, isLocked: false })
      : asked;
  if (last.requirement.answer === "refused") {
    const [first] = last.requirement.faults;
    return { ...said, refused: first === undefined ? null : whatIsWrong(first, dayEnds()) };
  }
  const { personDay } = asked.facts;
  return { ...said, left: left(rules, { ...last.facts, personDay }) };
}

function left(rules: Rules, facts: PayoutFacts): string[] {
  const { personDay, businessDay } = facts;
  const limits = [
    { of: "person_day", limit: rules.personDayNaira, used: personDay },
    { of: "business_day", limit: rules.businessDayNaira, used: businessDay },
  ] as const;
  return limits.flatMap(({ of, limit, used }) => {
    const rest = limit === null || used === null ? null : leftOf(limit, used, facts);
    return limit === null || rest === null ? [] : leftWords(of, limit, rest, dayEnds());
  });
}
