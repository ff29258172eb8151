"use client";

import { useId, useState } from "react";
import { keepChoice } from "#lib/choice-cookie";
import { type Theme, themeCookie } from "#lib/theme";

const choices = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
] as const;

/** Chooses the look. The choice is a cookie and an attribute, so the next page comes in it from the first byte. */
export function ThemeSwitch({ initial }: { initial: Theme | undefined }) {
  const [chosen, setChosen] = useState<Theme | "system">(initial ?? "system");
  const name = useId();

  function choose(choice: Theme | "system") {
    setChosen(choice);
    const root = document.documentElement;
    if (choice === "system") delete root.dataset.theme;
    else root.dataset.theme = choice;
    keepChoice(themeCookie, choice === "system" ? undefined : choice);
  }

  return (
    <fieldset className="px-2">
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-3 gap-0.5 rounded-lg border border-line bg-surface p-0.5">
        {choices.map(({ value, name: word }) => (
          <label
            key={value}
            className="flex min-h-8 items-center justify-center rounded-md text-xs font-medium text-muted has-checked:bg-wait-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:min-h-11 forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => choose(value)}
              className="sr-only"
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
