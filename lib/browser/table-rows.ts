import { areSingleKeysOn } from "./single-keys";

type Rows = { timeZone: string; say: (words: string) => void; open: (path: string) => void };

const shownMs = 2_500;
const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Listens once for all rows of a table; their links and buttons work without it as far as a browser knows how. */
export function serveRows(box: HTMLElement, rows: Rows): () => void {
  const end = new AbortController();
  box.addEventListener("click", (event) => onClick(event, rows), { signal: end.signal });
  document.addEventListener("keydown", (event) => onKey(event, box), { signal: end.signal });
  const timer = setInterval(() => void tellAges(box, rows.timeZone), 60_000);
  return () => {
    end.abort();
    clearInterval(timer);
  };
}

function onClick(event: MouseEvent, { say, open }: Rows): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>("[data-copy]");
  if (button !== null) void copy(button, say);
  const link = target.closest("a");
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  open(link.pathname + link.search);
}

async function copy(button: HTMLElement, say: (words: string) => void): Promise<void> {
  const done = await navigator.clipboard?.writeText(button.dataset.copy ?? "").then(
    () => "yes",
    () => "no",
  );
  button.dataset.done = done ?? "no";
  say(done === "yes" ? "ID copied" : "Copy failed. Open the transfer to select its ID.");
  setTimeout(() => {
    delete button.dataset.done;
    say("");
  }, shownMs);
}

/** Letters from anywhere, arrows within the rows, where they would only scroll. */
function onKey(event: KeyboardEvent, box: HTMLElement): void {
  const step = steps[event.key];
  const { target } = event;
  const isWithin = target instanceof Node && box.contains(target);
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key.length === 1 ? !areSingleKeysOn() || isTyping(target) : !isWithin) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const links = [...box.querySelectorAll<HTMLElement>("tbody th a")];
  const row = isWithin ? target : document.activeElement;
  const at = links.findIndex((link) => link.closest("tr")?.contains(row));
  const next = links[at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [role=combobox]");
}

async function tellAges(box: HTMLElement, timeZone: string): Promise<void> {
  if (document.hidden) return;
  const { formatAge } = await import("#lib/text/format-time");
  for (const time of box.querySelectorAll("time"))
    if (time.firstChild !== null) time.firstChild.nodeValue = formatAge(time.dateTime, Date.now(), timeZone);
}
