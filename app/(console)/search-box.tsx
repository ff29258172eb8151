import { Search } from "#components/ui/icon";
import { Input } from "#components/ui/input";
import { SearchForm } from "./search-form";

type Props = {
  /**
   * Unique in every page. React's own ids will not do in a frame that stays: those of a page that the server renders
   * later begin anew, and would name the same element.
   */
  id: string;
  isShortcutTarget: boolean;
};

/**
 * Goes to a transfer by its ID, its transaction ID or its deposit address. It works without script; the keys that lead
 * to it are listened to in lib/search-shortcut.ts.
 */
export function SearchBox({ id, isShortcutTarget }: Props) {
  return (
    <search>
      <SearchForm>
        <label htmlFor={id} className="sr-only">
          Find a transfer by ID, transaction ID or deposit address
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            id={id}
            name="find"
            type="search"
            required
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Find by ID"
            aria-keyshortcuts={isShortcutTarget ? "Control+K Meta+K /" : undefined}
            className="pl-8.5"
          />
          {isShortcutTarget && (
            <span
              aria-hidden="true"
              className="font-mono pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded border border-line bg-sunken px-1.5 text-xs text-muted pointer-coarse:hidden"
            >
              /
            </span>
          )}
        </div>
      </SearchForm>
    </search>
  );
}
