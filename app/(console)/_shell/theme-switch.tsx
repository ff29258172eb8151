import type { Theme } from "#lib/text/theme";
import { type ThemeChoice, ThemeChooser } from "./theme-chooser";

const choices: readonly { value: ThemeChoice; name: string }[] = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
];

type Props = {
  initial: Theme | undefined;
};

/** The choice is a cookie and an attribute, so the next page has it from the first byte. */
export function ThemeSwitch({ initial }: Props) {
  const drawn: ThemeChoice = initial ?? "system";
  return (
    <ThemeChooser drawn={drawn}>
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-3 gap-0.5 rounded-lg border border-line bg-surface p-0.5">
        {choices.map(({ value, name: word }) => (
          <label
            key={value}
            className="flex min-h-8 items-center justify-center rounded-md border border-transparent text-xs font-medium text-muted has-checked:border-line-strong has-checked:bg-wait-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:min-h-11 forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              defaultChecked={drawn === value}
              // A value that the browser restores after a reload would look like a choice.
              autoComplete="off"
              className="sr-only"
            />
            {word}
          </label>
        ))}
      </div>
    </ThemeChooser>
  );
}
