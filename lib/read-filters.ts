import * as z from "zod/mini";

/** The parameters of a page's URL, as the framework gives them. */
export type SearchParams = Record<string, string | string[] | undefined>;
type Filters<Input> = { ok: true; input: Input } | { ok: false; message: string };

/**
 * Reads the filters of a list from the URL of its page, or gives the sentence of the first fault. An empty field of the
 * form counts as absent; parameters of other names are left alone.
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
  if (given.some(([, value]) => Array.isArray(value))) {
    return { ok: false, message: "A filter stands twice in the address of this page." };
  }
  const parsed = z.safeParse(schema, Object.fromEntries(given));
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, message: parsed.error.issues[0]?.message ?? "This filter cannot be read." };
}
