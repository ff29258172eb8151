"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { keepChoice } from "#lib/browser/choice-cookie";
import { type Theme, themeCookie } from "#lib/text/theme";

export type ThemeChoice = Theme | "system";

type Props = {
  /** What is chosen in the drawing of the server. */
  drawn: ThemeChoice;
  /** The radio buttons, a choice each. */
  children: ReactNode;
};

/** Keeps and shows the look that is chosen among its radio buttons. */
export function ThemeChooser({ drawn, children }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const atFirst = useRef(drawn);

  // Before the page was alive the browser alone took a choice, and kept it in the button.
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
  const theme = choice === "system" ? undefined : choice;
  const root = document.documentElement;
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  keepChoice(themeCookie, theme);
}
