import { Problem, type ProblemCode } from "#lib/contract/problem";

/** What a failed look at the business says: what happened, what it means for the money, and what to do. */
export type BusinessTrouble = {
  kind: "warn" | "fail";
  title: string;
  detail: string;
  meaning: string;
};

const untouched = "Transfers that exist already are not changed by this.";

const known: Partial<Record<ProblemCode, Pick<BusinessTrouble, "kind" | "meaning">>> = {
  key_rejected: {
    kind: "fail",
    meaning: `No quote and no transfer can be made until the service accepts the key. ${untouched}`,
  },
  business_inactive: {
    kind: "fail",
    meaning: `The service has to activate the business first. ${untouched} Ask it before you send to an address that it issued earlier.`,
  },
  unusable_answer: {
    kind: "fail",
    meaning: `What answers is perhaps not the service. Send nothing to a new address until this is cleared up. ${untouched}`,
  },
};

/** Describes an error of the business query. */
export function describeBusinessTrouble(error: Error): BusinessTrouble {
  const problem =
    error instanceof Problem ? error : new Problem("internal", "The page could not read the answer.");
  const { kind, meaning } = known[problem.code] ?? {
    kind: "warn" as const,
    meaning: `Whether the business is active is not known now. ${untouched} Don't create one again because of this message.`,
  };
  return { kind, meaning, title: problem.title, detail: problem.detail };
}
