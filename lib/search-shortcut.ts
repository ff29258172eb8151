/**
 * Control-K, Command-K and a bare slash go to the search box of the page. Installed before the page is alive, so that
 * a fast first press is not lost. Where no box can be seen, the browser keeps its own shortcut.
 */
export function installSearchShortcut(): void {
  document.addEventListener("keydown", (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isCommand && !(isSlash && !isTyping(event.target))) return;
    const input = document.querySelector<HTMLInputElement>("input[type=search][aria-keyshortcuts]");
    // On a phone the box lies in the closed menu.
    if (input === null || input.offsetParent === null) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox]"))
  );
}
