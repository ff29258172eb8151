import { useEffect } from "react";

const mark = "Error: ";
let faults = 0;

/** The page's own title returns afterwards, unless another page has written its own meanwhile. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const own = `${title} · Offramp Dashboard`;
    write(own);
    return () => {
      if (bareOf(document.title) === own) write(before);
    };
  }, [title]);
}

/** Puts the fault first in the window's title while there is something to correct. */
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
  const bare = bareOf(title);
  document.title = faults > 0 ? mark + bare : bare;
}

/** The server may have put the mark there too: it is told once. */
function bareOf(title: string): string {
  return title.startsWith(mark) ? bareOf(title.slice(mark.length)) : title;
}
