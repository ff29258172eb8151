import { receivedReasons } from "#lib/transfer/received";
import { receivedReasonWords } from "#lib/words/received/received-words";

/** Why another amount arrived than was expected. */
export function ReasonOptions() {
  return (
    <>
      <option value="">Nobody knows yet</option>
      {receivedReasons.map((reason) => (
        <option key={reason} value={reason}>
          {receivedReasonWords[reason]}
        </option>
      ))}
    </>
  );
}
