import { call } from "#lib/calls/call";
import { listNames } from "#lib/contract/transfer/filter-names";

const countEveryMs = 60_000;
let isServing = false;

/** Marks the view whose list is shown, and counts all of them once a minute: loaded after the page, where there are any. */
export function markViews(): void {
  const shown = window.location.pathname === "/transfers" ? listOf(window.location.search) : undefined;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-view]")) {
    if (listOf(link.search) === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (isServing) return;
  isServing = true;
  void countViews();
  setInterval(() => !document.hidden && void countViews(), countEveryMs);
  const menu = document.querySelector('nav[aria-label="Pages"]');
  // One was saved, renamed or deleted: the menu was drawn again.
  const watch = new MutationObserver((changes) => {
    if (changes.every(({ target }) => target instanceof Element && target.matches("[data-count]"))) return;
    markViews();
    void countViews();
  });
  if (menu !== null) watch.observe(menu, { childList: true, subtree: true });
}

async function countViews(): Promise<void> {
  const answer = await call("GET /api/views").catch(() => undefined);
  for (const { id, count, isMore } of answer?.body.views ?? []) {
    const place = document.querySelector(`[data-view="${id}"] [data-count]`);
    if (place !== null && count !== null) place.textContent = `${count}${isMore ? "+" : ""}`;
  }
}

/** What makes a list, in one order; a page of it is the same list. */
function listOf(search: string): string {
  const params = new URLSearchParams(search);
  return JSON.stringify(listNames.map((name) => params.get(name)));
}
