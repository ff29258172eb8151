import { Mark } from "#components/chip/mark";
import type { Person } from "#lib/contract/roles";
import type { Theme } from "#lib/text/theme";
import { BusinessBadge } from "./business-badge";
import { NavLinks } from "./nav-links";
import { pagesOf } from "./nav-pages";
import { PersonBadge } from "./person-badge";
import { SearchBox } from "./search-box";
import { ShortcutsButton } from "./shortcuts-button";
import { SignOutButton } from "./sign-out-button";
import { ThemeSwitch } from "./theme-switch";

type Props = {
  /** `undefined` on a page that leads to the sign-in. */
  person: Pick<Person, "name" | "role"> | undefined;
  theme: Theme | undefined;
  release: string;
  /** The page has the sidebar twice, for two widths. */
  searchId: string;
};

export function Sidebar({ person, theme, release, searchId }: Props) {
  return (
    <div className="flex flex-1 flex-col gap-4 p-3">
      <BusinessBadge
        marks={{
          active: <Mark shape="tick" />,
          doubtful: <Mark shape="triangle" />,
          rejected: <Mark shape="octagon" />,
        }}
      />
      <SearchBox id={searchId} />
      {person !== undefined && <NavLinks pages={pagesOf(person.role)} />}
      {person !== undefined && (
        <div className="mt-auto pt-2">
          <PersonBadge person={person} menuId={`person-${searchId}`}>
            <ShortcutsButton />
            <ThemeSwitch initial={theme} name={`theme-${searchId}`} />
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
