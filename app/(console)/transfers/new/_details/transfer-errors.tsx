import type { FieldErrors } from "react-hook-form";
import { ErrorSummary } from "#components/form/error-summary";
import { fieldIds, fieldNames, type TransferForm } from "../transfer-form";

type Props = {
  errors: FieldErrors<TransferForm>;
  /** Changes with every failed attempt. */
  tryCount: number;
};

export function TransferErrors({ errors, tryCount }: Props) {
  const faults = fieldNames.flatMap((name) => {
    const message = errors[name]?.message;
    // The token is chosen inside the amount's field.
    return message === undefined ? [] : [{ id: fieldIds[name === "asset" ? "amount" : name], message }];
  });
  return (
    <div className="mb-4 empty:hidden">
      <ErrorSummary faults={faults} tryCount={tryCount}>
        Nothing was created.
      </ErrorSummary>
    </div>
  );
}
