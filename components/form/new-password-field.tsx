import type { UseFormRegisterReturn } from "react-hook-form";
import { passwordLength } from "#lib/contract/password";
import { Field } from "./field";
import { PasswordInput } from "./password-input";

type Props = { registration: UseFormRegisterReturn; error: string | undefined };

export function NewPasswordField({ registration, error }: Props) {
  return (
    <Field
      label="New password"
      hint={`At least ${passwordLength.least} characters. Several words in a row are good; a password manager is better.`}
      error={error}
    >
      {(wiring) => <PasswordInput {...wiring} {...registration} autoComplete="new-password" />}
    </Field>
  );
}
