import { Field } from "./field";
import { Input } from "./input";

/** Whose password it is. A password manager saves it under this name, and reads no hidden field. */
export function AccountEmail({ email }: { email: string }) {
  return (
    <Field label="E-mail address">
      {(wiring) => (
        <Input
          {...wiring}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          className="bg-sunken text-muted"
        />
      )}
    </Field>
  );
}
