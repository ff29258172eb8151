import { Mark } from "#components/chip/mark";
import { Keys } from "#components/ui/keys";
import type { Person } from "#lib/contract/roles";
import type { SavedView } from "#lib/contract/transfer/views";
import type { Theme } from "#lib/text/theme";
import { ViewList } from "../transfers/_views/view-list";
import { BusinessBadge } from "./business-badge";
import { NavLinks, type NavPage } from "./nav-links";
import { PersonBadge } from "./person-badge";
import { SearchBox } from "./search-box";
import { SignOutButton } from "./sign-out-button";
import { ThemeSwitch } from "./theme-switch";

type Props = {
  /** `undefined` on a page that leads to the sign-in. */
  person: Pick<Person, "name" | "role"> | undefined;
  pages: readonly NavPage[];
  views: readonly SavedView[];
  theme: Theme | undefined;
  release: string;
};

export function Sidebar({ person, pages, views, theme, release }: Props) {
  return (
    <div className="flex flex-1 flex-col gap-4 p-3 md:sticky md:top-[var(--bar,0px)] md:max-h-[calc(100dvh-var(--bar,0px))] md:overflow-y-auto">
      <BusinessBadge
        marks={{
          doubtful: <Mark shape="triangle" />,
          rejected: <Mark shape="octagon" />,
        }}
      />
      <SearchBox />
      {person !== undefined && <NavLinks pages={pages} views={<ViewList views={views} />} />}
      {person !== undefined && (
        <div className="mt-auto pt-2">
          <PersonBadge person={person}>
            <ShortcutsButton />
            <ThemeSwitch initial={theme} />
            <div className="border-t border-line px-2 pt-2">
              <SignOutButton />
            </div>
            <p className="px-2 text-xs text-subtle">Offramp Dashboard {release}</p>
          </PersonBadge>
        </div>
      )}
    </div>
  );
}

/** keyboard-help.tsx listens to the click. */
function ShortcutsButton() {
  return (
    <button
      type="button"
      data-keys="?"
      className="flex min-h-8 items-center justify-between rounded-lg px-2 text-[0.8125rem]/5 font-medium hover:bg-sunken pointer-coarse:hidden"
    >
      Keyboard shortcuts
      <Keys keys="?" />
    </button>
  );
}
