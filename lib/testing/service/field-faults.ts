import type * as z from "zod/mini";

/** The fields at fault, each once; an unknown field by its own name. */
export function faults(schema: z.ZodMiniType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return [
    ...new Set(
      issues.flatMap((issue) =>
        issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [String(issue.path[0])],
      ),
    ),
  ];
}
/** The sentences of a refusal. */
export function sentences(schema: z.ZodMiniType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}
