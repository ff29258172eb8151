import type * as z from "zod/mini";
import type { InputRules } from "#lib/contract/api";
import type { ProblemCode } from "#lib/contract/problem";
import type { Act } from "#lib/contract/roles";

type Schema = z.ZodMiniType;

/** Without a schema or types it has no body. */
type DescribedAnswer = {
  text: string;
  schema?: Schema;
  /** Of a body that isn't JSON: one of them. */
  types?: readonly string[];
  headers?: Record<string, string>;
};

/** Everything that needs a session and is none of these is a `read` or a `write`. */
export type QuotaName =
  | "quote"
  | "submit"
  | "draft"
  | "note"
  | "advice"
  | "bulk"
  | "business"
  | "export"
  | "import"
  | "rows"
  | "edit"
  | "verification"
  | "read"
  | "write";

export type ApiOperation = {
  /** The operation ID of the OpenAPI description. */
  id: string;
  text: string;
  /** Left out: no session is needed. */
  may?: Act;
  /** The person must have confirmed who they are in the last minutes. */
  isConfirmed?: true;
  /** Where it differs from the limit of all reads or all writes. */
  quota?: QuotaName;
  /** Takes anything from anybody; its failures have no body. */
  isRaw?: true;
  body?: (rules: InputRules) => Schema;
  /** Where it may have more bytes than a body else has. */
  bodyBytes?: number;
  query?: Schema;
  headers?: Record<string, string>;
  answers: Record<number, DescribedAnswer>;
  /** Beside those that follow from what it asks for. */
  problems?: readonly ProblemCode[];
};

/** By method and path, such as `GET /api/transfers/[id]`. */
export type ApiOperations = Record<`${Uppercase<string>} /api/${string}`, ApiOperation>;

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

/** What asking the service can come to. */
export const ofService: ProblemCode[] = [
  "not_the_service",
  "key_rejected",
  "business_inactive",
  "service_refused",
  "service_failed",
  "service_unreachable",
  "service_timeout",
  "unusable_answer",
  "rate_limited",
];
