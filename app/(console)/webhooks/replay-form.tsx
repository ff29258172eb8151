import type { FormEvent } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { BusyButton } from "#components/ui/busy-button";

const times = [
  [1, "The last hour"],
  [24, "The last 24 hours"],
  [168, "The last 7 days"],
  [720, "The last 30 days"],
] as const;

type Props = { isPending: boolean; onSend: (hours: number) => void };

export function ReplayForm({ isPending, onSend }: Props) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSend(Number(new FormData(event.currentTarget).get("hours")));
  }
  return (
    <form noValidate onSubmit={send} className="max-w-md space-y-4 border-t border-line pt-4">
      <Field
        label="Send everything again from"
        hint="With the same IDs and content; 10,000 messages at most. The receiver may get them twice."
      >
        {(wiring) => (
          <Select {...wiring} name="hours" defaultValue="1">
            {times.map(([hours, words]) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <BusyButton type="submit" size="small" variant="primary" isOff={isPending}>
        {isPending ? "Sending" : "Send again"}
      </BusyButton>
    </form>
  );
}
