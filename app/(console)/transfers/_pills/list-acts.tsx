import { type Dispatch, isValidElement, type ReactNode, type SetStateAction } from "react";
import { flushSync } from "react-dom";
import { type GivenFilters, transferFilterNames } from "#lib/contract/transfer/filter-names";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { ViewsDialog } from "../_views/views-dialog";
import { ExportDialog } from "../export-dialog";
import { type PanelKind, panelKinds } from "./pill-kinds";
import { PillPanel } from "./pill-panel";

type Show = Dispatch<SetStateAction<ReactNode>>;

/** What a list does once somebody touches it: a first scroll, or a press on a pill. */
export function listAct(
  type: string,
  pill: HTMLElement | null,
  form: HTMLFormElement,
  show: Show,
  signal: AbortSignal,
): void {
  if (type === "scroll") keepHeadHeight(form, signal);
  else if (type === "click" && pill !== null) pressPill(pill, form, show);
}

/** How long the list may take until it has the pill that changed. */
const waitMs = 10_000;

/** Opens what belongs to a pill, or closes it again. A filter that is cleared leaves the focus on its pill. */
function pressPill(pill: HTMLElement, form: HTMLElement, show: Show): void {
  const { pill: kind = "", mayShare, timeZone = "" } = pill.dataset;
  if (!(pill instanceof HTMLButtonElement)) {
    followPill(form, pill);
    return;
  }
  const close = () => show(undefined);
  // At once, so that what is typed next goes into it.
  const open: Show = (shown) => flushSync(() => show(shown));
  const given = filtersOf(form);
  const { sort: _sort, ...filters } = given;
  if (kind === "views")
    open(
      <ViewsDialog
        filters={isFiltered(given) ? given : undefined}
        mayShare={mayShare === "yes"}
        onClose={close}
      />,
    );
  else if (kind === "export")
    open(<ExportDialog filters={filters as TransferFilters} timeZone={timeZone} onClose={close} />);
  else if (isPanel(kind)) {
    const panel = (
      <PillPanel
        key={kind}
        kind={kind}
        button={pill}
        given={given}
        onChoose={() => followPill(form, pill)}
        onClose={close}
      />
    );
    // By what is drawn: a press on its own pill closes a panel.
    open((was) => (isValidElement(was) && was.key === kind ? undefined : panel));
  }
}

const isPanel = (kind: string): kind is PanelKind => panelKinds.some((each) => each === kind);

/** As the server has read them. */
function filtersOf(form: HTMLElement): GivenFilters {
  return JSON.parse(form.querySelector<HTMLElement>("[data-filters]")?.dataset.filters ?? "{}");
}

const isFiltered = (given: GivenFilters) => transferFilterNames.some((name) => given[name] !== undefined);

/** A pill that changes is another element: the focus goes to that, and isn't lost. */
function followPill(form: HTMLElement, pill: HTMLElement): void {
  const watch = new MutationObserver(() => {
    const next = form.querySelector<HTMLElement>(`[data-pill="${pill.dataset.pill}"]`);
    if (next === null || next === pill) return;
    watch.disconnect();
    // One that is folded away is found where it is unfolded.
    const folded = next.closest("details:not([open])")?.querySelector("summary");
    (folded ?? next).focus({ preventScroll: true });
  });
  watch.observe(form, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), waitMs);
}

/**
 * From the first scroll on, until when both heads are in their places: says in `--list-head` how far down the list’s head
 * reaches while it stays at the top, until it is aborted.
 */
function keepHeadHeight(form: HTMLElement, signal: AbortSignal): void {
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
