/** Without a choice the system's setting decides. */
const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The server writes it into the page, so no script has to run first. */
export const themeCookie = "theme";

/** Anything but a theme counts as no choice. */
export function readTheme(value: string | undefined): Theme | undefined {
  return themes.find((theme) => theme === value);
}
