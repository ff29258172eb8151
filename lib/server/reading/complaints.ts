import { canonicalSettlement } from "#lib/transfer/status-words";
import { type Field, type Part, textOf } from "./body-names";

/** Invariant: what speaks against a word of a body, beside it, can only contradict it. */

export const complaintName = /^(?:errors?|failure)(?:code|message|reason|details?|description)?$/;
const noComplaint =
  /^(?:[0.]+|n\/?a|nil|null|none|-+|false|ok|approved|success(?:ful(?:ly)?)?|no[ _-]?errors?|\w+ (?:was )?success\w*)$/i;

/** The text of an error that a body tells of; empty where it has none. `undefined` where it tells of none. */
export function complaintIn(parts: readonly Part[]): string | undefined {
  for (const { fields, inner } of parts) {
    const found = fields.find((field) => complaintName.test(field.name) && isComplaint(field));
    if (found !== undefined) return textOf(found.value) ?? "";
    const within = complaintIn(inner.filter(({ role }) => role !== "apart"));
    if (within !== undefined) return within;
  }
  return undefined;
}

/** An empty list or `00` tells of none. */
export function isComplaint({ value }: Field): boolean {
  const text = textOf(value);
  return text === undefined ? isFilled(value) || value === true : !noComplaint.test(text);
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

export function saysNo({ fields, inner }: Part): boolean {
  const isNo = fields.some(
    ({ name, value }) =>
      /^(?:success|successful|ok|status)$/.test(name) && (value === false || value === "false"),
  );
  return isNo || inner.some((part) => part.role !== "apart" && saysNo(part));
}

/** `failed`, `isFailed`. */
export function isFlagOf(name: string, isWord: (word: string) => boolean): boolean {
  return isWord(name) || isWord(name.replace(/^(?:is|has|was)/, ""));
}

const bad: readonly (string | undefined)[] = [
  ...(["failed", "reversed", "refunding", "refunded", "refund_failed"] as const),
  ...(["expired", "cancelled_by_service", "on_hold"] as const),
];

/** What speaks against a payout, or against an address that waits: `success: false`, an error, `reversed: true`. */
export function objectionsIn(body: readonly Part[]): string[] {
  return [
    ...(body.some(saysNo) ? ["success: false"] : []),
    ...(complaintIn(body) === undefined ? [] : ["an error"]),
    ...body.flatMap(badFlagsIn),
  ];
}

function badFlagsIn({ fields, inner }: Part): string[] {
  const own = fields.flatMap(({ name, value }) =>
    value === true && isFlagOf(name, (word) => bad.includes(canonicalSettlement(word))) ? [name] : [],
  );
  const parts = inner.filter(({ role }) => role !== "apart" && role !== "leg");
  return [...own, ...parts.flatMap(badFlagsIn)];
}
