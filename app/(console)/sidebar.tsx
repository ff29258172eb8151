import type { Theme } from "#lib/theme";
import { BusinessBadge } from "./business-badge";
import { NavLinks } from "./nav-links";
import { SearchBox } from "./search-box";
import { ThemeSwitch } from "./theme-switch";

type Props = {
  theme: Theme | undefined;
  version: string;
  /** The keyboard shortcut goes to this one's search box; the page holds the sidebar twice, for two widths. */
  isSearchTarget?: boolean;
};

/** Who you are, where you can go, and the search. */
export function Sidebar({ theme, version, isSearchTarget = false }: Props) {
  return (
    <div className="flex flex-1 flex-col gap-4 p-3">
      <BusinessBadge />
      <SearchBox isShortcutTarget={isSearchTarget} />
      <NavLinks />
      <div className="mt-auto flex flex-col gap-3 pt-4">
        <ThemeSwitch initial={theme} />
        <p className="px-2 text-xs text-subtle">Offramp Dashboard {version}</p>
      </div>
    </div>
  );
}
