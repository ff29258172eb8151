import * as z from "zod/mini";
import { readDay } from "./day-text";

/** The parameters of a page's URL, as the framework gives them. */
export type SearchParams = Record<string, string | string[] | undefined>;
/** What is wrong with one filter, by its name in the address. */
export type FilterFault = { name: string; message: string };
type Filters<Input> =
  | { ok: true; input: Input }
  /** `given` is what was asked for, to be corrected. */
  | { ok: false; fault: FilterFault; given: Record<string, string> };

/** The filters that are days: people write them as they like. */
const days = new Set(["from", "to"]);

/**
 * Reads the filters of a list from the URL of its page, or gives the first fault and what was given. An empty field of
 * the form counts as absent; parameters of other names are left alone.
 */
export function readFilters<Input>(
  schema: z.ZodMiniType<Input>,
  names: readonly string[],
  params: SearchParams,
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
    const message = "A filter stands twice in the address of this page.";
    return { ok: false, fault: { name: twice[0], message }, given: texts };
  }
  const read = Object.entries(texts).map(([name, text]) => [
    name,
    days.has(name) ? (readDay(text) ?? text) : text,
  ]);
  const parsed = z.safeParse(schema, Object.fromEntries(read));
  if (parsed.success) return { ok: true, input: parsed.data };
  const { path = [], message = "This filter cannot be read." } = parsed.error.issues[0] ?? {};
  return { ok: false, fault: { name: String(path[0] ?? ""), message }, given: texts };
}
