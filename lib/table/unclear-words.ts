import type { Field, Unclear } from "./table";

const mostShownOfCell = 60;

/** What a person is asked before a table can be read, and what they need to answer. */
export function unclearWords<Id extends string>(unclear: Unclear<Id>, fields: readonly Field<Id>[]) {
  return [
    detailOf(unclear, fields),
    {
      extra: {
        unclear: {
          ...unclear,
          top: unclear.top.map(({ n, cells }) => ({
            n,
            cells: cells.map(({ text }) => text.slice(0, mostShownOfCell)),
          })),
        },
      },
    },
  ] as const;
}

function detailOf<Id extends string>(
  { why, fields: of, candidates, columns }: Unclear<Id>,
  fields: readonly Field<Id>[],
) {
  const titles = fields.filter(({ id }) => of.includes(id)).map(({ title }) => title);
  if (why === "no_header")
    return "We found no line with the names of the columns. Say which column is which.";
  if (why === "several_headers")
    return `Lines ${inWords(candidates.map(String))} both name columns. Say which one is the header.`;
  if (why === "missing") return `We found no column for ${inWords(titles)}. Say which one it is.`;
  const names = columns
    .filter(({ field }) => field !== null && of.includes(field))
    .map(({ name }) => `“${name}”`);
  return `${inWords(names)} could each be the ${inWords(titles)}. Choose one.`;
}

function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
