import type * as z from "zod/mini";
import type { InputRules } from "#lib/contract/api";
import type { ProblemCode } from "#lib/contract/problem";
import type { Act } from "#lib/contract/roles";

type Schema = z.ZodMiniType;

/** An answer that is no problem. Without a schema or a type it has no body. */
type DescribedAnswer = {
  text: string;
  /** Of a body of JSON. */
  schema?: Schema;
  /** Of a body that is something else. */
  type?: string;
  /** What its headers say, by their names. */
  headers?: Record<string, string>;
};

/** What is limited for a person. Everything that needs a session and is none of the others is a `read` or a `write`. */
export type QuotaName =
  | "quote"
  | "submit"
  | "note"
  | "business"
  | "export"
  | "verification"
  | "read"
  | "write";

/** What our API is asked for by one method of one path. */
export type ApiOperation = {
  /** A name of its own, for programs that are made of the description. */
  id: string;
  text: string;
  /** What the role must allow; left out: no session is asked for. */
  may?: Act;
  /** The person must have proved within the last minutes to be there. */
  isConfirmed?: true;
  /** Its limit for a person and for a network, where it is not the one of all that reads or of all that writes. */
  quota?: QuotaName;
  /** Answered without the framework's router: a page asks for it again and again, or the service sends it. */
  isDirect?: true;
  /** It takes anything from anybody, and its failures have no body. */
  isRaw?: true;
  body?: (rules: InputRules) => Schema;
  query?: Schema;
  /** The headers that it needs, by their names, with what each says. */
  headers?: Record<string, string>;
  answers: Record<number, DescribedAnswer>;
  /** The problems that are its own, beside those that follow from what it asks for. */
  problems?: readonly ProblemCode[];
};

/** Our operations by method and path, such as `GET /api/transfers/[id]`. */
export type ApiOperations = Record<`${Uppercase<string>} /api/${string}`, ApiOperation>;

/** Every problem that an operation can answer with. */
export function problemsOf(operation: ApiOperation): ProblemCode[] {
  if (operation.isRaw) return [];
  const { may, isConfirmed, body, query, problems = [] } = operation;
  const codes: ProblemCode[] = ["forbidden_origin", "internal", "database_unavailable", ...problems];
  if (may !== undefined)
    codes.push("signed_out", "not_allowed", "second_factor_required", "too_many_requests");
  if (isConfirmed) codes.push("confirmation_needed");
  if (body !== undefined)
    codes.push("invalid_json", "unsupported_media_type", "body_too_large", "invalid_input");
  if (query !== undefined) codes.push("invalid_request");
  return [...new Set(codes)];
}
