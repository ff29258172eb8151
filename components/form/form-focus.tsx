import { useEffect, useRef } from "react";
import { focusLate } from "#lib/browser/late-focus";

/**
 * Where the focus goes in a form that the server judges: to its first field once it is drawn, and after each refusal to what
 * was refused. Takes the latest refusal, and returns the `ref` of the form.
 */
export function useFormFocus(error: Error | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusLate(form.current?.querySelector<HTMLElement>("input, textarea, button")), []);
  useEffect(() => {
    if (error !== null) focusLate(form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]"));
  }, [error]);
  return form;
}
