import { serverAway } from "./server-away";

type Kind = { status: number; title: string };

/** Every way a request can fail, with its HTTP status and a title. The detail says what it means and what to do. */
export const problems = {
  invalid_json: { status: 400, title: "The request is not valid JSON" },
  invalid_request: { status: 400, title: "The request cannot be read" },
  idempotency_key_required: { status: 400, title: "An Idempotency-Key is needed" },
  signed_out: { status: 401, title: "You are signed out" },
  wrong_credentials: { status: 401, title: "Sign-in failed" },
  not_allowed: { status: 403, title: "Your role does not allow this" },
  second_factor_required: { status: 403, title: "A second factor is needed" },
  confirmation_needed: { status: 403, title: "Confirm that it is you" },
  forbidden_origin: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "This path doesn't take this method" },
  transfer_in_progress: { status: 409, title: "This transfer is being sent" },
  duplicate_suspected: { status: 409, title: "You may have created this transfer already" },
  reference_used: { status: 409, title: "This reference was used before" },
  quote_odd: { status: 409, title: "The service’s quote doesn’t add up" },
  quote_moved: { status: 409, title: "The quote has changed" },
  changed: { status: 409, title: "This transfer has changed" },
  not_resolvable: { status: 409, title: "You can’t resolve this transfer this way" },
  business_inactive: { status: 409, title: "The business is not active" },
  shown_differs: { status: 409, title: "The details differ from the ones you checked" },
  payee_changed: { status: 409, title: "The payee has changed" },
  limit_reached: { status: 409, title: "A limit is reached" },
  name_unconfirmed: { status: 409, title: "Nobody has confirmed this name" },
  unusual_amount: { status: 409, title: "This amount is unusual" },
  no_approver: { status: 409, title: "Nobody can approve this" },
  not_waiting: { status: 409, title: "This waits for no approval" },
  own_request: { status: 409, title: "You asked for this yourself" },
  not_yet_approver: { status: 409, title: "You can’t approve yet" },
  request_changed: { status: 409, title: "This isn’t what was asked for" },
  request_expired: { status: 409, title: "This request has ended" },
  rules_changed: { status: 409, title: "The rules have changed" },
  name_known: { status: 409, title: "You know this name with another account" },
  account_saved: { status: 409, title: "You know this account under another name" },
  bank_renamed: { status: 409, title: "The service’s list has another name for this bank" },
  payee_exists: { status: 409, title: "This account is already saved" },
  nobody_approves: { status: 409, title: "Nobody could approve what others create" },
  last_admin: { status: 409, title: "This is the last admin" },
  endpoint_exists: { status: 409, title: "This name is in use" },
  letterhead_changed: { status: 409, title: "The letterhead has changed" },
  view_exists: { status: 409, title: "This name is in use" },
  person_exists: { status: 409, title: "This person already has an account" },
  batch_stopped: { status: 409, title: "This batch has stopped" },
  batch_changed: { status: 409, title: "This batch has changed" },
  row_in_use: { status: 409, title: "This row is in use" },
  line_in_use: { status: 409, title: "This line is matched already" },
  match_changed: { status: 409, title: "These matches have changed" },
  month_closed: { status: 409, title: "This month is closed" },
  month_too_early: { status: 409, title: "This month can’t be closed yet" },
  month_changed: { status: 409, title: "This month has changed" },
  already_funded: { status: 409, title: "A funding file has this transfer already" },
  funding_open: { status: 409, title: "A wallet was asked already" },
  funding_unconfirmed: { status: 409, title: "Somebody may have sent already" },
  pay_link_open: { status: 409, title: "Somebody else may send too" },
  deposit_seen: { status: 409, title: "A deposit has arrived already" },
  not_open: { status: 409, title: "This transfer is not open for a deposit" },
  not_possible_now: { status: 409, title: "This can't be done now" },
  link_unusable: { status: 410, title: "This link cannot be used" },
  body_too_large: { status: 413, title: "The request is too large" },
  unsupported_media_type: { status: 415, title: "The request must be JSON" },
  unreadable_file: { status: 422, title: "We can’t read this table" },
  wrong_account: { status: 422, title: "This statement is of another account" },
  days_unclear: { status: 422, title: "Say which is the day and which the month" },
  columns_unclear: { status: 422, title: "Say where the columns are" },
  invalid_input: { status: 422, title: "Some fields need to be corrected" },
  idempotency_key_reused: { status: 422, title: "This Idempotency-Key belongs to another transfer" },
  service_refused: { status: 422, title: "The service refused the request" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something failed in this dashboard" },
  not_the_service: { status: 502, title: "The answer is not from the service" },
  key_rejected: { status: 502, title: "The service rejected the API key" },
  service_failed: { status: 502, title: "The service failed" },
  service_unreachable: { status: 502, title: "The service cannot be reached" },
  unusable_answer: { status: 502, title: "The service's answer cannot be used" },
  dashboard_unreachable: { status: 503, title: serverAway.title },
  busy: { status: 503, title: "The dashboard is busy" },
  answered_by_another: { status: 502, title: "Something between you and the dashboard answered" },
  database_unavailable: { status: 503, title: "The database is not available" },
  transfers_held: { status: 503, title: "New transfers are on hold" },
  rate_limited: { status: 503, title: "The service is limiting requests" },
  service_timeout: { status: 504, title: "The service did not answer in time" },
} as const satisfies Record<string, Kind>;

export type ProblemCode = keyof typeof problems;

/** A browser makes only these three; it reads the others from the answer, so no page loads the whole list. */
const own: Partial<Record<ProblemCode, Kind>> =
  typeof window === "undefined"
    ? problems
    : {
        confirmation_needed: { status: 403, title: "Confirm that it is you" },
        internal: { status: 500, title: "Something failed in this dashboard" },
        dashboard_unreachable: { status: 503, title: serverAway.title },
      };

const passing: ReadonlySet<ProblemCode> = new Set([
  "dashboard_unreachable",
  "service_unreachable",
  "service_timeout",
  "service_failed",
  "rate_limited",
]);

/** Whether a failure may pass without anybody fixing something. */
export function mayPass(code: ProblemCode): boolean {
  return passing.has(code);
}

/** Every page says this itself, so a call needn't. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.code === "signed_out";
}

/** The name of a field and the sentence shown at it. */
export type FieldError = { path: string; message: string };
/** RFC 9457, `application/problem+json`. Further members belong to one code. */
export type ProblemJson = {
  type: "about:blank";
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  requestId?: string;
  errors?: FieldError[];
} & Record<string, unknown>;

type ProblemOptions = {
  errors?: FieldError[];
  /** Such as the ID of a conflicting transfer. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
  requestId?: string | undefined;
  /** Status and title as an answer stated them; the default is the code's. */
  kind?: Kind;
};

/** The one error class of both sides: thrown by the server's verbs, written by `route`, thrown again by `call`. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** By name: pages and handlers can each load a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Problem";
  }
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly status: number;
  readonly title: string;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    options: ProblemOptions = {},
  ) {
    const { status, title } = options.kind ?? own[code] ?? { status: 500, title: code };
    super(`${title}. ${detail}`, { cause: options.cause });
    this.status = status;
    this.title = title;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.requestId = options.requestId;
  }

  toJson(requestId?: string): ProblemJson {
    return {
      ...this.extra,
      type: "about:blank",
      title: this.title,
      status: this.status,
      detail: this.detail,
      code: this.code,
      ...(requestId === undefined ? {} : { requestId }),
      ...(this.errors.length === 0 ? {} : { errors: this.errors }),
    };
  }

  /** Reads an error's JSON; anything else becomes `internal`. The wait, in seconds, is in the `Retry-After` header. */
  static fromJson(body: unknown, status: number, retryAfter?: string | null): Problem {
    if (!isProblemJson(body)) return new Problem("internal", `The dashboard answered with HTTP ${status}.`);
    const { type: _type, title, status: _status, detail, code, requestId, errors, ...extra } = body;
    const retryAfterSeconds = /^\d{1,5}$/.test(retryAfter ?? "")
      ? Number.parseInt(retryAfter ?? "", 10)
      : undefined;
    const kind = { status, title };
    return new Problem(code, detail, { errors: errors ?? [], extra, requestId, retryAfterSeconds, kind });
  }
}

/** For where a title of one's own is above it. */
export function detailOf(error: Error): string {
  return error instanceof Problem ? error.detail : error.message;
}

/** What is wrong with single fields; nothing for any other error. */
export function faultsOf(error: unknown): readonly FieldError[] {
  return error instanceof Problem ? error.errors : [];
}

export function isProblemJson(body: unknown): body is ProblemJson {
  if (typeof body !== "object" || body === null) return false;
  const { code, title, detail } = body as Partial<Record<keyof ProblemJson, unknown>>;
  return [code, title, detail].every((text) => typeof text === "string");
}
