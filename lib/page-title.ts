import { useEffect } from "react";

/** Sets the title of the window for a step, and says first when something has to be corrected. */
export function usePageTitle(title: string, hasErrors: boolean): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${hasErrors ? "Error: " : ""}${title} · Offramp Dashboard`;
    return () => {
      document.title = before;
    };
  }, [title, hasErrors]);
}
