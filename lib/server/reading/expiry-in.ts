import { type Part, textOf } from "./body-names";

const expiryName =
  /^(?:(?:deposit|address|payment|transfer|order)?(?:expir(?:y|es|ed?|ation|estimes?)(?:at|on|date|time|timestamp)?|deadline)|valid(?:until|till|to)|paybefore)$/;
/** Of before and after our time it is something else, such as a number of seconds. */
const plausible = { from: Date.parse("2020-01-01"), to: Date.parse("2100-01-01") };

/** Until when the address takes a deposit, as an answer says it: the earliest. Null where it says no whole time. */
export function expiryIn(parts: readonly Part[]): string | null {
  const [first] = parts.flatMap(timesIn).sort();
  return first ?? null;
}

/** A quote's end is its rate's. */
function timesIn({ role, name, fields, inner }: Part): string[] {
  if (role === "apart" || name === "quote") return [];
  const own = fields.flatMap((field) =>
    expiryName.test(field.name) ? (timeOf(textOf(field.value) ?? "") ?? []) : [],
  );
  return [...own, ...inner.flatMap(timesIn)];
}

/** With its zone, or in seconds or milliseconds since 1970: any other may be of any clock. */
function timeOf(text: string): string | undefined {
  const isZoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const number = /^\d{10}(?:\d{3})?$/.test(text) ? Number(text) : Number.NaN;
  const ms = isZoned ? Date.parse(text) : text.length === 10 ? number * 1_000 : number;
  return ms >= plausible.from && ms < plausible.to ? new Date(ms).toISOString() : undefined;
}
