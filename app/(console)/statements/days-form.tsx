import { type FormEvent, useEffect, useRef, useState } from "react";
import { Choice } from "#components/form/choice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { focusLate } from "#lib/browser/late-focus";
import { Problem } from "#lib/contract/problem";
import type { DayOrder, UnclearDay } from "#lib/features/books/statement/read-days";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";

/** What the server asks of days that can be read in two ways. */
export function daysAsked(error: Error | null): readonly UnclearDay[] | undefined {
  if (!(error instanceof Problem) || error.code !== "days_unclear") return undefined;
  return error.extra.days as readonly UnclearDay[];
}

const orderWords: Record<DayOrder, string> = {
  day_month: "The day comes first",
  month_day: "The month comes first",
  year_month_day: "The year comes first",
};

type Props = {
  days: readonly UnclearDay[];
  /** What the answer leads to. */
  act: string;
  isPending: boolean;
  onSay: (order: DayOrder) => void;
  onStartAgain: () => void;
};

export function DaysForm({ days, act, isPending, onSay, onStartAgain }: Props) {
  const orders = [...new Set(days.flatMap(({ readings }) => readings.map(({ order }) => order)))];
  const [chosen, setChosen] = useState<DayOrder>();
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusLate(form.current?.querySelector("input")), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(chosen === undefined);
    if (chosen !== undefined) onSay(chosen);
    else form.current?.querySelector("input")?.focus();
  }

  return (
    <Card title="Which number is the month?">
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <p role="status">Each day of the file can be read in two ways. Nothing is saved yet.</p>
        <fieldset className="space-y-2">
          <legend className="sr-only">Which number is the month</legend>
          {orders.map((order) => (
            <Choice
              key={order}
              name="order"
              isChosen={chosen === order}
              onChoose={() => setChosen(order)}
              title={orderWords[order]}
              hint={days.flatMap((day) => readingWords(day, order) ?? []).join(", ")}
            />
          ))}
        </fieldset>
        {isMissing && chosen === undefined && (
          <p role="alert" className="text-[0.8125rem]/5 text-fail">
            Choose one of the two.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <BusyButton type="submit" variant="primary" isOff={isPending}>
            {isPending ? "Reading" : act}
          </BusyButton>
          <Button variant="quiet" onClick={onStartAgain}>
            Choose another file
          </Button>
        </div>
      </form>
    </Card>
  );
}

function readingWords({ text, readings }: UnclearDay, order: DayOrder): string | undefined {
  const day = readings.find((each) => each.order === order)?.day;
  return day === undefined ? undefined : `${showInvisible(text)} is ${writeDay(day)}`;
}
