import { Input } from "#components/form/input";
import { Search } from "#components/ui/icon";
import { Keys } from "#components/ui/keys";
import { noAccountPattern, noAccountTitle } from "#lib/bank/may-be-account";
import { SearchForm } from "./search-form";

/** keyboard-help.tsx finds the box by it. */
const id = "find";

/** Works without script. lib/browser/shortcuts.ts listens to its keys. */
export function SearchBox() {
  return (
    <search className="max-md:in-[:has([data-own-search])]:hidden">
      <SearchForm>
        <label htmlFor={id} className="sr-only">
          Find a transfer by ID, address, name, amount or last four digits of the account
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            id={id}
            name="q"
            type="search"
            required
            maxLength={256}
            pattern={noAccountPattern}
            title={noAccountTitle}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Find anything"
            aria-keyshortcuts="Control+K Meta+K"
            data-keys="/"
            data-find
            className="pl-8.5"
          />
          <Keys
            keys="/"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 in-[:has([data-own-search])]:hidden"
          />
        </div>
      </SearchForm>
    </search>
  );
}
