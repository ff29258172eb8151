import { Problem, type ProblemCode } from "#lib/contract/problem";

export type BusinessTrouble = {
  kind: "warn" | "fail";
  title: string;
  detail: string;
  meaning: string;
};

const untouched = "Existing transfers aren’t affected.";

const known: Partial<Record<ProblemCode, Pick<BusinessTrouble, "kind" | "meaning">>> = {
  unusable_answer: {
    kind: "fail",
    meaning: `This answer may not be from the service. Don’t send to a new address until this is clear. ${untouched}`,
  },
};

export function describeBusinessTrouble(error: Error): BusinessTrouble {
  const problem =
    error instanceof Problem ? error : new Problem("internal", "The page couldn’t read the answer.");
  const { kind, meaning } = known[problem.code] ?? {
    kind: "warn" as const,
    meaning: `We can’t tell whether the business is active. ${untouched} Don’t create a transfer again because of this message.`,
  };
  return { kind, meaning, title: problem.title, detail: problem.detail };
}
