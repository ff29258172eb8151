import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/ui/field";
import { Input } from "#components/ui/input";
import { passwordLength } from "#lib/password";

type Props = { registration: UseFormRegisterReturn; error: string | undefined };

/** A new password, named so that a password manager offers one. */
export function NewPasswordField({ registration, error }: Props) {
  return (
    <Field
      label="New password"
      hint={`At least ${passwordLength.least} characters. Several words in a row are good; a password manager is better.`}
      error={error}
    >
      {(wiring) => <Input {...wiring} {...registration} type="password" autoComplete="new-password" />}
    </Field>
  );
}
