import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "#lib/text/class-names";
import { FieldError } from "./field-error";

/** What a control takes to belong to its field. */
export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = {
  label: ReactNode;
  /** Stands between label and control, and is read with it. */
  hint?: ReactNode;
  /** The sentence that says what to correct. */
  error?: string | undefined;
  /** Given when something else links to the control, such as an error summary. */
  id?: string;
  isOptional?: boolean;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
};

/** A label, a hint, an error and one control, wired by id. The control spreads what the child function is given. */
export function Field({ label, hint, error, id, isOptional = false, className, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={className}>
      <label htmlFor={controlId} className="block text-[13px]/5 font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="text-[13px]/5 text-muted">
          {hint}
        </p>
      )}
      <div className="mt-1">
        {children({
          id: controlId,
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": error === undefined ? undefined : true,
        })}
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
