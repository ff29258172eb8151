import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./field";
import { Input } from "./input";

type Props = { registration: UseFormRegisterReturn; error: string | undefined };

export function CodeField({ registration, error }: Props) {
  return (
    <Field label="Code" hint="The 6 digits that your authenticator app shows now." error={error}>
      {(wiring) => (
        <Input
          {...wiring}
          {...registration}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono"
        />
      )}
    </Field>
  );
}
