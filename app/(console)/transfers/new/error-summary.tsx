import { useEffect, useRef } from "react";
import type { FieldErrors } from "react-hook-form";
import { Notice } from "#components/ui/notice";
import { fieldIds, fieldNames, type TransferForm } from "./transfer-form";

type Props = {
  errors: FieldErrors<TransferForm>;
  /** Changes with every failed try; the summary takes the focus then. */
  tryCount: number;
};

/** What has to be corrected, on top and focused; each line leads to its field. */
export function ErrorSummary({ errors, tryCount }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const wrong = fieldNames.filter((name) => errors[name]?.message !== undefined);
  const focusedTry = useRef(0);
  // The count can come a moment before the errors: the focus waits until there is something to read.
  useEffect(() => {
    if (summary.current === null || focusedTry.current === tryCount) return;
    focusedTry.current = tryCount;
    summary.current.focus();
  });
  if (tryCount === 0 || wrong.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} role="alert" className="mb-6 rounded-lg">
      <Notice
        kind="fail"
        title={
          wrong.length === 1
            ? "One field needs to be corrected"
            : `${wrong.length} fields need to be corrected`
        }
      >
        <p>Nothing was created.</p>
        <ul className="list-disc space-y-1 pl-5">
          {wrong.map((name) => (
            <li key={name}>
              <a
                href={`#${targetOf(name)}`}
                onClick={focusField}
                className="font-medium underline underline-offset-3"
              >
                {errors[name]?.message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** The token is chosen inside the amount's field. */
function targetOf(name: keyof TransferForm): string {
  return fieldIds[name === "asset" ? "amount" : name];
}

/** A fragment alone moves the view and not the focus. */
function focusField(event: { preventDefault: () => void; currentTarget: HTMLAnchorElement }) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}
