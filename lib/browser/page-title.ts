import { useEffect } from "react";

const mark = "Error: ";
let faults = 0;

/** Sets the title of the window for a step of a page; the page's own comes back after it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    write(`${title} · Offramp Dashboard`);
    return () => write(before);
  }, [title]);
}

/** While there is something to correct, or an act has failed, the title of the window says so first. */
export function useFaultInTitle(isFault = true): void {
  useEffect(() => {
    if (!isFault) return;
    faults += 1;
    write(document.title);
    return () => {
      faults -= 1;
      write(document.title);
    };
  }, [isFault]);
}

function write(title: string) {
  const bare = title.startsWith(mark) ? title.slice(mark.length) : title;
  document.title = faults > 0 ? mark + bare : bare;
}
