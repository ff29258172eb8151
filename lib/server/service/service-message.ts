/** Invariant: a service's message is shown as one short line of plain text, without markup or our key. */

const maxLength = 300;

/**
 * Returns the first non-empty string of `message`, `error`, `error.message`, `errors`, `data[].message`, `errorDetails`,
 * `detail`, or `undefined`.
 */
export function serviceMessage(body: unknown): string | undefined {
  if (typeof body === "string") return asLine(body);
  if (!isRecord(body)) return undefined;
  const { message, error, errors, data, errorDetails, detail } = body;
  const candidates = [
    message,
    error,
    isRecord(error) ? error.message : undefined,
    ...strings(errors),
    ...strings(data),
    errorDetails,
    detail,
  ];
  for (const candidate of candidates) {
    const line = typeof candidate === "string" ? asLine(candidate) : undefined;
    if (line !== undefined) return line;
  }
  return undefined;
}

function strings(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((entry) =>
    isRecord(entry) ? [entry.message] : Array.isArray(entry) ? entry : [entry],
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asLine(text: string): string | undefined {
  if (/<[a-z!/]/i.test(text)) return undefined;
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (line === "") return undefined;
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
