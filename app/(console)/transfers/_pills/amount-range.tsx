import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Button } from "#components/ui/button";
import { compareAmounts } from "#lib/money/amount";
import { readAmountText } from "#lib/money/amount-text";
import type { Amount } from "#lib/money/money";
import { pillHref } from "./pill-href";
import type { ChoiceProps } from "./pill-kinds";

type Faults = { min?: string; max?: string };

/** Of what was sent, in any token. One of the two is enough. */
export function AmountRange({ given, onChoose }: ChoiceProps) {
  const router = useRouter();
  const [faults, setFaults] = useState<Faults>({});

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [min, max] = [read(fields.get("min")), read(fields.get("max"))];
    const found: Faults = { ...faultIn("min", min), ...faultIn("max", max) };
    if (min.text !== undefined && max.text !== undefined && isBelow(max.text, min.text))
      found.max = "The largest amount is below the smallest.";
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    router.push(pillHref(given, "amount", { min: min.text, max: max.text }) as Route, { scroll: false });
    onChoose();
  }

  return (
    <form onSubmit={apply} noValidate className="grid grid-cols-2 items-start gap-3 p-2">
      {(["min", "max"] as const).map((name) => (
        <Field key={name} label={name === "min" ? "At least" : "At most"} error={faults[name]}>
          {(wiring) => (
            <Input {...wiring} name={name} inputMode="decimal" maxLength={40} autoComplete="off" />
          )}
        </Field>
      ))}
      <Button type="submit" size="small" className="col-span-full justify-self-start">
        Apply
      </Button>
    </form>
  );
}

type Read = { text?: string | undefined; fault?: string };

function read(typed: FormDataEntryValue | null): Read {
  const found = readAmountText(typeof typed === "string" ? typed : "");
  if (found.kind === "empty") return {};
  if (found.kind === "amount") return { text: found.text };
  return { fault: found.message };
}

function faultIn(name: keyof Faults, { fault }: Read): Faults {
  return fault === undefined ? {} : { [name]: fault };
}

const isBelow = (one: string, other: string) => compareAmounts(one as Amount, other as Amount) < 0;
