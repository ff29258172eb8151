import { isNearlyAccount, mayBeAccount } from "#lib/bank/may-be-account";

const pauseMs = 250;

type Navigate = { replace: (path: string) => void; push: (path: string) => void };
/** What is typed and not yet searched; an answer to an earlier text leaves the field alone. */
export type Ahead = { current: string | undefined };

/** Searches while somebody types, in the same entry of the history, until it is aborted. */
export function searchTyping(
  form: HTMLFormElement,
  field: HTMLInputElement,
  ahead: Ahead,
  go: Navigate,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const search = () => {
    stop();
    if (mayBeAccount(field.value)) {
      void import("#lib/browser/account-in-search").then(({ openAccount }) =>
        // The start of an ID can look like an account, and is none.
        openAccount(field, (path) =>
          go.replace(path.startsWith("/transfers?account=") ? path : pathOf(form)),
        ),
      );
    } else go.replace(pathOf(form));
  };
  const type = (event: Event) => {
    if (event.target !== field || (event instanceof InputEvent && event.isComposing)) return;
    stop();
    ahead.current = field.value.trim();
    // On its way to an account number, which must stand in no address: searched once it is whole, or by Enter.
    if (mayBeAccount(field.value) || !isNearlyAccount(field.value)) timer = setTimeout(search, pauseMs);
  };
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Whoever goes elsewhere doesn't come back for a search that was still to come.
    if (!form.contains(link)) return stop();
    if (link.dataset.clear !== undefined) {
      event.preventDefault();
      field.value = "";
      field.focus();
      ahead.current = "";
      search();
    } else if (timer !== undefined && link.pathname === "/transfers") {
      // A link that was made before the last letters goes with them.
      event.preventDefault();
      stop();
      const path = new URL(link.href);
      path.searchParams.set("q", field.value);
      go.push(`${path.pathname}${path.search}`);
    }
  };
  for (const kind of ["input", "compositionend"]) form.addEventListener(kind, type, { signal });
  form.addEventListener("submit", stop, { signal });
  document.addEventListener("click", press, { capture: true, signal });
  signal.addEventListener("abort", stop);
  // What was typed before this listened.
  if (field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** `typed`: whoever still types stays in the list, though one transfer is all that it found. */
function pathOf(form: HTMLFormElement): string {
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") given.set(name, value);
  if (given.has("q")) given.set("typed", "yes");
  return `/transfers${given.size === 0 ? "" : `?${given}`}`;
}
