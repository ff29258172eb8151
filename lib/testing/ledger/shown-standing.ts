import type { Transfer } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";

type Shown = Transfer["standing"];

/** A standing as our API shows it: open, unless something closes it. */
export function shownStanding(part: Partial<Shown> = {}): Shown {
  return {
    invitation: part.closedBy == null ? "open" : "closed",
    ...{ closedBy: null, canOpen: false, until: null, openedBy: null, ask: "100" as Amount },
    ...({ reason: null, sources: null, chip: "status", seen: 3 } as const),
    ...part,
  };
}
