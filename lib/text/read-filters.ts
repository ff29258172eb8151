import * as z from "zod/mini";
import { readDay } from "./day-text";

export type SearchParams = Record<string, string | string[] | undefined>;
export type FilterFault = { name: string; message: string };
type Filters<Input> =
  | { ok: true; input: Input }
  /** `given` is what was asked for, to be corrected. */
  | { ok: false; fault: FilterFault; given: Record<string, string> };

/** The filters that are days: people write them as they like. */
const days = new Set(["from", "to"]);
/** As the field's placeholder has it; the API asks for year-month-day. */
const dayMessage = "Enter a day as day/month/year, such as 20/11/2026.";

/** Returns the filters, or the first fault and what was given. Empty fields and other parameters are ignored. `today` is the business's day. */
export function readFilters<Input>(
  schema: z.ZodMiniType<Input>,
  names: readonly string[],
  params: SearchParams,
  today?: string,
): Filters<Input> {
  const given = names.flatMap((name) => {
    const value = params[name];
    const text = typeof value === "string" ? value.trim() : value;
    return text === undefined || text === "" ? [] : [[name, text] as const];
  });
  const texts = Object.fromEntries(
    given.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const twice = given.find(([, value]) => Array.isArray(value));
  if (twice !== undefined) {
    const message = "A filter appears twice in this page’s address.";
    return { ok: false, fault: { name: twice[0], message }, given: texts };
  }
  const read = Object.entries(texts).map(([name, text]) => [
    name,
    days.has(name) ? (readDay(text, today) ?? text) : text,
  ]);
  const unread = read.find(([name = "", text = ""]) => days.has(name) && readDay(text) === undefined);
  if (unread !== undefined)
    return { ok: false, fault: { name: `${unread[0]}`, message: dayMessage }, given: texts };
  const parsed = z.safeParse(schema, Object.fromEntries(read));
  if (parsed.success) return { ok: true, input: parsed.data };
  const { path = [], message = "This filter isn’t valid." } = parsed.error.issues[0] ?? {};
  return { ok: false, fault: { name: String(path[0] ?? ""), message }, given: texts };
}
