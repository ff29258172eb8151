type Rows = { timeZone: string; say: (words: string) => void; open: (path: string) => void };

const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Listens once for all rows of a table; their links and buttons work without it as far as a browser knows how. */
export function serveRows(box: HTMLElement, rows: Rows): () => void {
  const end = new AbortController();
  box.addEventListener("click", (event) => onClick(event, rows), { signal: end.signal });
  const endKeys = serveKeys(box);
  const timer = setInterval(
    () => void import("./row-acts").then(({ tellAges }) => tellAges(box, rows.timeZone)),
    60_000,
  );
  return () => {
    end.abort();
    endKeys();
    clearInterval(timer);
  };
}

/** J, K and the arrows move over the rows of a box, which is marked `data-rows`. */
export function serveKeys(box: HTMLElement): () => void {
  const listen = (event: KeyboardEvent) => onKey(event, box);
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

function onClick(event: MouseEvent, { say, open }: Rows): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>(".tt-copy");
  if (button !== null) void import("./row-acts").then(({ copy }) => copy(button, say));
  const link = target.closest("a");
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  open(link.pathname + link.search);
}

/** Letters from anywhere, arrows within the rows, where they would only scroll. */
function onKey(event: KeyboardEvent, box: HTMLElement): void {
  const step = steps[event.key];
  const isWithin = event.target instanceof Node && box.contains(event.target);
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key.length > 1) {
    if (!isWithin) return;
    event.preventDefault();
  }
  void import("./row-acts").then(({ moveBy }) => moveBy(step, event, box));
}
