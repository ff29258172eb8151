"use client";

import { useRef } from "react";
import { Calendar } from "#components/ui/icon";
import { readDay, writeDay } from "#lib/text/day-text";
import { Field } from "./field";
import { Input } from "./input";

type Props = { label: string; name: string; text: string; error: string | undefined };

/** Typed as text, or chosen from the browser's calendar: in a native date field 3 April could be 4 March. */
export function DayField({ label, name, text, error }: Props) {
  const typed = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLInputElement>(null);

  function openCalendar() {
    if (chosen.current === null) return;
    chosen.current.value = readDay(typed.current?.value ?? "") ?? "";
    chosen.current.showPicker();
  }

  function take(day: string) {
    if (typed.current === null) return;
    typed.current.value = writeDay(day);
    typed.current.focus();
  }

  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className="relative block">
          <Input
            {...wiring}
            ref={typed}
            name={name}
            defaultValue={text}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="day/month/year"
            className="pr-10 noscript:pr-3"
          />
          <input
            ref={chosen}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            onChange={({ target }) => take(target.value)}
            className="pointer-events-none absolute inset-x-0 bottom-0 h-0 w-full opacity-0"
          />
          <button
            type="button"
            aria-label={`Choose the ${label.toLowerCase()} from a calendar`}
            onClick={openCalendar}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-lg text-muted hover:text-ink noscript:hidden pointer-coarse:w-11"
          >
            <Calendar className="size-4" />
          </button>
        </span>
      )}
    </Field>
  );
}
