import { Field } from "#components/form/field";
import { TextArea } from "#components/form/input";
import { Problem } from "#lib/contract/problem";

type HowCheckedProps = { value: string; error: string | undefined; onChange: (text: string) => void };

/** What a person did to check an account that is new under a name. */
export function HowChecked({ value, error, onChange }: HowCheckedProps) {
  return (
    <Field
      label="How did you check it?"
      hint="For example: called the number we already had. This note can’t be removed."
      error={error}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          value={value}
          maxLength={500}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The server asks for it: another payee has, or had, the name with another account. */
export function isNameKnown(error: unknown): error is Problem {
  return error instanceof Problem && error.code === "name_known";
}
