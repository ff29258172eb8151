import { writeJson } from "#lib/contract/wire";

export type FieldFault = { field: string; message: string };

/** A refusal on its way to the caller: status, message, faulty fields, and further members of the body. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    message: string,
    readonly more: { errors?: FieldFault[]; headers?: Record<string, string>; body?: object } = {},
  ) {
    super(message);
  }

  toResponse(): Response {
    const { errors, headers, body } = this.more;
    return answerJson(
      { success: false, message: this.message, ...(errors === undefined ? {} : { errors }), ...body },
      this.status,
      headers,
    );
  }
}

/** 422, with a message that names each field. */
export function refuseFields(errors: FieldFault[]): Refusal {
  const named = errors.map(({ field, message }) =>
    message.startsWith(field) ? message : `${field}: ${message}`,
  );
  return new Refusal(422, named.join("; "), { errors });
}

/** A `LosslessNumber` is written as its literal. */
export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(writeJson(body), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
