import { useEffect } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { faultsOf } from "#lib/contract/problem";
import { isWriting } from "./late-focus";

/** Says at each field what the server refused of it. Returns a refusal of anything else, which is said above the form. */
export function useFieldFaults<Values extends FieldValues>(
  error: Error | null,
  setError: UseFormSetError<Values>,
): Error | null {
  useEffect(() => {
    for (const { path, message } of faultsOf(error)) {
      // A fault of one of several, such as `kinds.0`, is the field's.
      const [field = ""] = path.split(".");
      setError(field as Path<Values>, { message }, { shouldFocus: !isWriting() });
    }
  }, [error, setError]);
  return faultsOf(error).length > 0 ? null : error;
}
