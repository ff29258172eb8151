/** From the first scroll on, until when both heads are in their places: says in `--list-head` how far down the list's head reaches while it stays at the top, until it is aborted. */
export function keepHeadHeight(form: HTMLElement, signal: AbortSignal): void {
  const head = form.querySelector("[data-list-head]");
  if (!head || signal.aborted) return;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    const { position, top } = getComputedStyle(head);
    if (position === "sticky")
      style.setProperty("--list-head", `${Number.parseFloat(top) + head.clientHeight}px`);
    else style.removeProperty("--list-head");
  });
  watch.observe(head);
  signal.addEventListener("abort", () => {
    watch.disconnect();
    style.removeProperty("--list-head");
  });
}
