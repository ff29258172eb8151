import type * as z from "zod/mini";
import { isProblemJson, Problem } from "#lib/contract/problem";
import { serverAwayDetail } from "#lib/contract/server-away";
import type { apiOperations, OperationName } from "#lib/operations/api-operations";
import { answerMark } from "#lib/text/headers/answer-mark.mjs";
import { askToConfirm, noteSignedOut } from "./presence";

type Operation<Name extends OperationName> = (typeof apiOperations)[Name];
type ParamName<Path> = Path extends `${string}[${infer Name}]${infer Rest}` ? Name | ParamName<Rest> : never;
type Params<Name> = [ParamName<Name>] extends [never] ? unknown : { params: Record<ParamName<Name>, string> };
type Query<Name extends OperationName> =
  Operation<Name> extends { query: infer Schema } ? { query: z.input<Schema> } : unknown;
type Body<Name extends OperationName> =
  Operation<Name> extends { body: (rules: never) => infer Schema } ? { body: z.input<Schema> } : unknown;
/** What an operation is given: the parts of its path, its query, its body and its headers. */
export type Given<Name extends OperationName> = Params<Name> &
  Query<Name> &
  Body<Name> & { headers?: Record<string, string> };
type Sent<Name extends OperationName> = Given<Name> & { signal?: AbortSignal; keepalive?: boolean };
/** May be left out where nothing in it is needed. */
export type Rest<Sent> = object extends Sent ? [sent?: Sent] : [sent: Sent];
type Answers<Name extends OperationName> = Operation<Name>["answers"];
export type AnswerOf<Name extends OperationName> = Answers<Name>[keyof Answers<Name>] extends {
  schema: infer Schema;
}
  ? z.output<Schema>
  : unknown;

type Asked = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
  /** It goes on though the page is left. */
  keepalive?: boolean;
};

/**
 * Calls an operation of our own API; what it takes and gives follows from the table of operations. Throws a {@link Problem}
 * for every answer that is not 2xx, `dashboard_unreachable` without a network. Where a confirmation is needed it asks the
 * person and sends the same request again, with the same key.
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[sent]: Rest<Sent<Name>>
): Promise<{ body: AnswerOf<Name>; headers: Headers }> {
  const answer = await confirmed(name, sent);
  return { body: await answer.json().catch(() => undefined), headers: answer.headers };
}

/** Like {@link call}, before the body is read. */
export async function request<Name extends OperationName>(
  name: Name,
  ...[sent]: Rest<Sent<Name>>
): Promise<Response> {
  return confirmed(name, sent);
}

/** Like {@link call}, without what the headers say. */
export async function bodyOf<Name extends OperationName>(
  name: Name,
  given: Asked | undefined,
  signal: AbortSignal | null = null,
): Promise<AnswerOf<Name>> {
  const answer = await confirmed(name, { ...given, signal });
  return answer.json().catch(() => undefined);
}

async function confirmed(name: string, sent: Asked | undefined): Promise<Response> {
  try {
    return await send(name, sent);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "confirmation_needed") throw error;
    if (!(await askToConfirm(error.extra.needsCode === true)))
      throw new Problem("confirmation_needed", "It was not confirmed, so nothing was done.");
    return send(name, sent);
  }
}

async function send(
  name: string,
  { params = {}, query, body, headers, signal = null, keepalive = false }: Asked = {},
): Promise<Response> {
  const [method = "", path = ""] = name.split(" ");
  const filled = path.replace(/\[(\w+)\]/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const json = "application/json";
  const answer = await fetch(query ? `${filled}?${new URLSearchParams(query)}` : filled, {
    method,
    signal,
    keepalive,
    body: JSON.stringify(body),
    headers: { accept: json, ...(body !== undefined && { "content-type": json }), ...headers },
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Problem("dashboard_unreachable", serverAwayDetail, { cause });
  });
  const isOurs = answer.headers.get(answerMark.name) === answerMark.value;
  if (answer.ok && isOurs) {
    noteSignedOut(false);
    return answer;
  }
  const said: unknown = await answer.json().catch(() => undefined);
  if (!isOurs && (answer.ok || !isProblemJson(said))) throw answeredByAnother(method, answer.status);
  const problem = Problem.fromJson(said, answer.status, answer.headers.get("retry-after"));
  if (problem.code === "signed_out" || problem.code === "confirmation_needed")
    noteSignedOut(problem.code === "signed_out");
  throw problem;
}

/** Of a proxy, a firewall, or a network's sign-in page. With a cause: what became of the request isn't known. */
function answeredByAnother(method: string, status: number): Problem {
  const cause = new Error(`HTTP ${status}`);
  // A proxy says so of a server that is away.
  if (status >= 500) return new Problem("dashboard_unreachable", serverAwayDetail, { cause });
  const act = status < 400 ? "answered" : "refused";
  return new Problem(
    "answered_by_another",
    `HTTP ${status} came from a firewall or a proxy. Ask whoever runs it to let ${method} requests through.`,
    { cause, kind: { status, title: `Something between you and the dashboard ${act} ${method}` } },
  );
}
