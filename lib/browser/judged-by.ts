import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Path, Resolver } from "react-hook-form";
import type { core } from "zod/mini";

/**
 * The API's own schema as the resolver of a form, so that each rule is written once. It judges what would be sent; the form
 * keeps what was typed. Fields have the same names in both. `furtherFaults` says what only the page knows.
 */
export function judgedBy<Values extends FieldValues, Input extends FieldValues>(
  schema: core.$ZodType<unknown, Input>,
  toInput: (values: Values) => Input,
  furtherFaults: (values: Values) => { [Name in Path<Values>]?: string | undefined } = () => ({}),
): Resolver<Values> {
  const judge = zodResolver(schema);
  return async (values, context, { fields, shouldUseNativeValidation }) => {
    const judged = await judge(toInput(values), context, { fields, shouldUseNativeValidation });
    const errors: Record<string, unknown> = { ...judged.errors };
    for (const [name, message] of Object.entries(furtherFaults(values)))
      if (message !== undefined) errors[name] ??= { type: "rule", message };
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Values> };
  };
}
