import { useEffect } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { faultsOf } from "#lib/contract/problem";
import { isWriting } from "./late-focus";

/**
 * Says at each field what the server refused of it. Returns a refusal of anything else, which is said above the form.
 * `fieldOf`: the field of a fault's path; never another function from one drawing to the next.
 */
export function useFieldFaults<Values extends FieldValues>(
  error: Error | null,
  setError: UseFormSetError<Values>,
  fieldOf: (path: string) => string = firstOf,
): Error | null {
  useEffect(() => {
    for (const { path, message } of faultsOf(error))
      setError(fieldOf(path) as Path<Values>, { message }, { shouldFocus: !isWriting() });
  }, [error, setError, fieldOf]);
  return faultsOf(error).length > 0 ? null : error;
}

/** What the server refused of one field, in a sentence, for a form that keeps its own values. */
export function fieldFault(error: Error | null, field: string): string | undefined {
  return faultsOf(error).find(({ path }) => path === field)?.message;
}

/** A fault of one of several, such as `kinds.0`, is the field's. */
function firstOf(path: string): string {
  const [field = ""] = path.split(".");
  return field;
}
