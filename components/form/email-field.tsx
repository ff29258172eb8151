import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./field";
import { Input } from "./input";

type Props = { registration: UseFormRegisterReturn; error: string | undefined };

export function EmailField({ registration, error }: Props) {
  return (
    <Field label="E-mail address" error={error}>
      {(wiring) => (
        <Input
          {...wiring}
          {...registration}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
