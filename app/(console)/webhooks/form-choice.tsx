import type { UseFormRegisterReturn } from "react-hook-form";
import { endpointForms } from "#lib/contract/outbox/endpoint-forms";
import { formWords } from "#lib/words/outbox/form-words";

type Props = { field: UseFormRegisterReturn };

/** Of a new endpoint. */
export function FormChoice({ field }: Props) {
  return (
    <fieldset aria-describedby="form-for-good">
      <legend className="text-[0.8125rem]/5 font-semibold">What it gets</legend>
      <div className="mt-1">
        {endpointForms.map((form) => (
          <label key={form} className="flex min-h-8 gap-2 py-1 text-[0.8125rem]/5 pointer-coarse:min-h-11">
            <input type="radio" value={form} {...field} className="mt-0.5 shrink-0" />
            <span>
              <span className="font-medium">{formWords[form].name}</span>{" "}
              <span className="text-muted">{formWords[form].hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p id="form-for-good" className="text-[0.8125rem]/5 text-muted">
        You can’t change this later: messages that wait are already written in it.
      </p>
    </fieldset>
  );
}
