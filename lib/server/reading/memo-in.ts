import { tryReadJson } from "#lib/contract/wire";
import { type Part, partsOf, textOf } from "./body-names";

const memoName =
  /^(?:(?:deposit|address|payment|wallet|destination|xrp|stellar)?(?:memo|tag)|memo(?:text|id|value|hash)|destinationtag|tag(?:id|value)|addresstag|extraid|payinextraid)$/;
const maxLength = 256;

/** What a deposit must carry beside its address. Each once, in their order. */
export function memosIn(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(inPart))];
}

/** Null where there is none, or more than one. */
export function memoIn(answer: string): string | null {
  const [memo, another] = memosIn(partsOf(tryReadJson(answer)) ?? []);
  return memo === undefined || another !== undefined ? null : memo;
}

function inPart({ name, fields, inner }: Part): string[] {
  const isMemo = memoName.test(name);
  const own = fields.flatMap((field) => {
    const isNamed = memoName.test(field.name) || (isMemo && /^(?:value|text|id)$/.test(field.name));
    const text = isNamed ? textOf(field.value) : undefined;
    return text === undefined || text.length > maxLength ? [] : [text];
  });
  return [...own, ...inner.flatMap(inPart)];
}
