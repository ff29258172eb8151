import "server-only";
import * as z from "zod/mini";
import { TransferInitiationRequest } from "#lib/contract/offramp";
import type { ProblemCode } from "#lib/contract/problem";
import { tryReadJson } from "#lib/contract/wire";
import { countServiceError } from "#lib/server/observe/metrics";
import { brokenInitiate, type InitiateOutcome, readInitiate } from "./initiate-outcome";
import type { ServiceAnswer } from "./offramp-http";
import { send } from "./send-to-service";
import { statusProblem, transportProblem } from "./service-problems";

/** 4.1. Sends once and never throws: whatever happens is an outcome. */
export async function initiate(request: TransferInitiationRequest): Promise<InitiateOutcome> {
  let answer: ServiceAnswer;
  try {
    answer = await send("initiate", {
      body: z.encode(TransferInitiationRequest, request),
      isFreshConnection: true,
    });
  } catch (error) {
    countServiceError("initiate", transportProblem(error).code);
    return brokenInitiate(error);
  }
  const outcome = readInitiate(answer);
  if (outcome.kind !== "accepted") countServiceError("initiate", codeOfFailed(answer, outcome));
  return outcome;
}

function codeOfFailed(answer: ServiceAnswer, { kind }: InitiateOutcome): ProblemCode {
  if (answer.status < 200 || answer.status > 299) return statusProblem(answer, tryReadJson(answer.text)).code;
  return kind === "rejected" ? "service_refused" : "unusable_answer";
}
