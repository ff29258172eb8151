import type { ComponentProps } from "react";
import { Field } from "./field";
import { Input } from "./input";

type Props = Pick<ComponentProps<typeof Field>, "label" | "hint" | "error" | "isOptional" | "aside"> &
  Omit<ComponentProps<"input">, "id" | "type" | "onChange"> & {
    value: string;
    onText: (text: string) => void;
  };

/** One line of text that the form keeps itself. What else it is given is the input's. */
export function TextField({ label, hint, error, isOptional = false, aside, onText, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} aside={aside}>
      {(wiring) => <Input {...wiring} {...input} onChange={({ target }) => onText(target.value)} />}
    </Field>
  );
}
