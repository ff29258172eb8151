import { ErrorSummary } from "#components/ui/error-summary";
import { fieldIds, fieldNames, type TransferFaults } from "./transfer-form";

type Props = {
  faults: TransferFaults;
  /** Changes with every failed try. */
  tryCount: number;
};

/** What has to be corrected before the transfer can be checked. */
export function TransferErrors({ faults, tryCount }: Props) {
  const entries = fieldNames.flatMap((name) => {
    const message = faults[name];
    // The token is chosen inside the amount's field.
    return message === undefined ? [] : [{ id: fieldIds[name === "asset" ? "amount" : name], message }];
  });
  return (
    <div className="mb-6 empty:hidden">
      <ErrorSummary faults={entries} tryCount={tryCount}>
        Nothing was created.
      </ErrorSummary>
    </div>
  );
}
