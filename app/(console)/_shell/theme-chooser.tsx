"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { keepChoice } from "#lib/browser/choice-cookie";
import { readTheme, type Theme, themeCookie } from "#lib/text/theme";

export type ThemeChoice = Theme | "system";

type Props = {
  /** What the server drew as chosen. */
  drawn: ThemeChoice;
  children: ReactNode;
};

export function ThemeChooser({ drawn, children }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const atFirst = useRef(drawn);

  // A choice made before hydration is only in the button.
  useEffect(() => {
    const chosen = fieldset.current?.querySelector<HTMLInputElement>(":checked")?.value;
    if (chosen !== undefined && chosen !== atFirst.current) choose(chosen);
  }, []);

  return (
    <fieldset
      ref={fieldset}
      onChange={({ target }) => target instanceof HTMLInputElement && choose(target.value)}
      className="px-2"
    >
      {children}
    </fieldset>
  );
}

function choose(choice: string) {
  keepChoice(themeCookie, readTheme(choice));
}
