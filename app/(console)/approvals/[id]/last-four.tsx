import type { Ref } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";

type Props = {
  value: string;
  fault: string | undefined;
  onType: (digits: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** A new account is read digit by digit by the person who approves. */
export function LastFour({ value, fault, onType, ref }: Props) {
  return (
    <Field
      label="Last four digits of the account"
      hint="Ask the recipient, by a number that you had before: not from this page, and not from their latest message."
      error={fault}
    >
      {(wiring) => (
        <Input
          {...wiring}
          ref={ref}
          value={value}
          onChange={({ target }) => onType(target.value.replace(/\D/g, ""))}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          className="tabular-nums"
        />
      )}
    </Field>
  );
}
