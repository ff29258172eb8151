import { Search } from "#components/ui/icon";

/** Opens the palette (keyboard-help.tsx); until that listens, it leads to the list and its search box. */
export function FindButton() {
  return (
    <form action="/transfers" className="in-[:has([data-own-search])]:hidden">
      <button
        type="submit"
        data-find
        aria-haspopup="dialog"
        className="grid size-14 place-items-center -outline-offset-2"
      >
        <span className="sr-only">Find anything</span>
        <Search className="size-5" />
      </button>
    </form>
  );
}
