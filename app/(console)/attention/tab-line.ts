/** In rem: from which width on a line is drawn, as attention-tabs.module.css has it. The first is the narrowest phone's. */
const widths = [18, 29, 61] as const;
const gap = 1.25;
/** The button and how many are behind it. */
const moreWidth = 5.5;

type Tab = { name: string; count: string; isChosen: boolean };

/** For each width the places of the tabs that fit on one line: the first, the chosen one, then from the most pressing on. */
export function linesOf(tabs: readonly Tab[]): number[][] {
  const all = tabs.map((_, at) => at);
  const chosen = tabs.findIndex(({ isChosen }) => isChosen);
  const order = [...new Set([0, ...(chosen === -1 ? [] : [chosen]), ...all])];
  return widths.map((width) => {
    const widthOf = (places: readonly number[]) =>
      places.reduce((sum, at) => sum + tabWidth(tabs[at]) + gap, -gap);
    if (widthOf(all) <= width) return all;
    const most = order.findIndex((_, at) => widthOf(order.slice(0, at + 1)) + gap + moreWidth > width);
    // The first and the chosen one are there at any width: the line scrolls rather than hide them.
    return order.slice(0, Math.max(most, chosen > 0 ? 2 : 1));
  });
}

/** The first line that has the tab; one that no line has is behind the button at every width. */
export function firstLine(lines: readonly (readonly number[])[], tab: number): number {
  const at = lines.findIndex((line) => line.includes(tab));
  return at === -1 ? lines.length : at;
}

/** Of 13 px letters, which are seven pixels wide on average. */
function tabWidth(tab: Tab | undefined): number {
  return tab === undefined ? 0 : tab.name.length * 0.42 + 0.375 + tab.count.length * 0.5;
}
