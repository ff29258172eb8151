import { mayPass, type Problem, type ProblemCode } from "#lib/contract/problem";

export type QuoteFaultWords = {
  title: string;
  detail: string;
  /** Trying again at the screen is no use. */
  isForAdministrator: boolean;
  /** It may pass without anybody fixing something. */
  isPassing: boolean;
};

const titles: Partial<Record<ProblemCode, string>> = {
  service_unreachable: "The service cannot be reached",
  service_timeout: "No answer from the service",
  service_failed: "The service failed",
  service_refused: "The service returned no quote for this",
  unusable_answer: "The service sent an unusable quote",
  not_the_service: "The answer is not from the service",
  key_rejected: "The service rejected the API key",
  business_inactive: "The business is not active",
  rate_limited: "The service is limiting requests",
};

/** Quotes move no money and create nothing, whatever happened. */
export function quoteFaultWords({ code, title, detail, retryAfterSeconds }: Problem): QuoteFaultWords {
  return {
    title: titles[code] ?? title,
    detail:
      code === "rate_limited"
        ? `Retrying automatically${retryAfterSeconds === undefined ? "" : " after the wait"}.`
        : withoutTitle(
            detail.replace(/ ?Nothing was created\./, "").replace("The service returned no quote. ", ""),
          ),
    isForAdministrator: code === "key_rejected" || code === "business_inactive" || code === "not_the_service",
    isPassing: mayPass(code),
  };
}

/** The title says that the quote is unusable; what is left says why. */
function withoutTitle(detail: string): string {
  return detail.replace(/^The service sent an unusable quote: (.)/, (_all, first) => first.toUpperCase());
}
