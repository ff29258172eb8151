import "server-only";
import type * as z from "zod/mini";
import { BusinessDetailsResponse, type Operation } from "#lib/contract/offramp";
import { Problem } from "#lib/contract/problem";
import { tryReadJson } from "#lib/contract/wire";
import { countServiceError } from "#lib/server/observe/metrics";
import { pageOf } from "./page-instead";
import { type Call, send } from "./send-to-service";
import { statusProblem, transportProblem } from "./service-problems";

/** Invariant: what is only read from the service is asked for twice at most. */

/** Sends a read, and again after a passing fault. Returns what `parse` returns. Throws {@link Problem}. */
export async function read<Result>(
  operation: Exclude<Operation, "initiate">,
  call: Call,
  parse: (body: unknown) => Result,
): Promise<Result> {
  const tryOnce = async () => {
    try {
      return parse(await readOnce(operation, call));
    } catch (error) {
      countServiceError(operation, error instanceof Problem ? error.code : "internal");
      throw error;
    }
  };
  try {
    return await tryOnce();
  } catch (error) {
    const mayPass =
      error instanceof Problem && (error.code === "service_unreachable" || error.code === "service_failed");
    if (!mayPass) throw error;
    return tryOnce();
  }
}

async function readOnce(operation: Operation, call: Call): Promise<unknown> {
  const answer = await send(operation, call).catch((error: unknown) => {
    throw transportProblem(error);
  });
  const body = tryReadJson(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    if (body === undefined) {
      const page = pageOf(answer);
      const what = page === undefined ? "" : ` It is ${page}.`;
      throw new Problem("unusable_answer", `The service's answer is not JSON.${what} Nothing was created.`);
    }
    return body;
  }
  // An inactive business' key may still get its record (section 7 leaves the answer open).
  if (operation === "business" && BusinessDetailsResponse.safeParse(body).success) return body;
  throw statusProblem(answer, body);
}

/** What is read of an answer. Throws {@link Problem} with the detail where it is something else. */
export function usable<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  detail: string,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem("unusable_answer", detail, { cause: parsed.error });
  return parsed.data;
}
