import type { Problem, ProblemCode } from "./problem";

/** What is said in the place of a quote that could not be had. */
export type QuoteFaultWords = { title: string; detail: string; isForAdministrator: boolean };

const titles: Partial<Record<ProblemCode, string>> = {
  service_unreachable: "No connection to the service",
  service_timeout: "The service did not answer in time",
  service_failed: "The service failed",
  service_refused: "The service gave no quote for this",
  unusable_answer: "The service sent an unusable quote",
  key_rejected: "The service rejected the API key",
  business_inactive: "The business is not active",
  rate_limited: "The service asks for fewer requests",
};

/** The words for a failed quote. Quotes move no money and create nothing, whatever happened. */
export function quoteFaultWords(problem: Problem): QuoteFaultWords {
  const title = titles[problem.code] ?? problem.title;
  const isForAdministrator = problem.code === "key_rejected" || problem.code === "business_inactive";
  if (problem.code === "rate_limited") {
    return { title, detail: "It is asked again by itself when the wait is over.", isForAdministrator };
  }
  return { title, detail: problem.detail.replace(/ ?Nothing was created\./, ""), isForAdministrator };
}
