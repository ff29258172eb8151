import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "#lib/text/class-names";
import { FieldError } from "./field-error";

export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = {
  label: ReactNode;
  /** Below the control, and read with it. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Needed when something else links to the control, such as an error summary. */
  id?: string;
  isOptional?: boolean;
  /** What else its label says of it, in a few words. */
  aside?: string | undefined;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
};

/** Wires label, hint, error and control by id. Spread what the child function receives on the control. */
export function Field({ label, hint, error, id, isOptional = false, aside, className, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={className}>
      <label htmlFor={controlId} className="block text-[0.8125rem]/5 font-semibold">
        {label}
        {(isOptional || aside !== undefined) && (
          <span className="font-normal text-muted">
            {" "}
            ({[isOptional && "optional", aside].filter(Boolean).join(", ")})
          </span>
        )}
      </label>
      <div className="mt-1">
        {children({
          id: controlId,
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": error === undefined ? undefined : true,
        })}
      </div>
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-xs/4 text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
