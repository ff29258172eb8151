import { type Ref, useId } from "react";
import { FieldError } from "#components/form/field-error";

type Props = {
  ref: Ref<HTMLInputElement>;
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** What is said where it was needed and is not there. */
  missed: string | undefined;
};

/** The answer to a question that must be answered before the transfer is created. */
export function Tick({ ref, label, isTicked, onTick, missed }: Props) {
  const whyId = useId();
  const isMissed = missed !== undefined;
  return (
    <>
      <label className="flex min-h-8 items-center gap-2 border-t border-line pt-1 font-semibold pointer-coarse:min-h-11">
        <input
          ref={ref}
          type="checkbox"
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
          aria-invalid={isMissed || undefined}
          aria-describedby={isMissed ? whyId : undefined}
          className="size-6 shrink-0 accent-current"
        />
        {label}
      </label>
      {isMissed && <FieldError id={whyId}>{missed}</FieldError>}
    </>
  );
}
