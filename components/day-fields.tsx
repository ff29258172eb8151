import { Field } from "#components/ui/field";
import { Input } from "#components/ui/input";

/** The days that a list is asked for, both included; the same names stand in its address. */
export function DayFields({ from = "", to = "" }: { from?: string | undefined; to?: string | undefined }) {
  return (
    <>
      <Field label="First day">
        {(wiring) => <Input {...wiring} type="date" name="from" defaultValue={from} />}
      </Field>
      <Field label="Last day">
        {(wiring) => <Input {...wiring} type="date" name="to" defaultValue={to} />}
      </Field>
    </>
  );
}
