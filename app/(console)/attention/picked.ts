import type { Amount } from "#lib/money/money";

export type Person = { id: string; name: string };

/** A transfer that is ticked, as its row says. */
export type Picked = {
  id: string;
  reason: string;
  updatedAt: string;
  amount: Amount;
  token: string;
  name: string;
  /** Its status, as the chip has it. */
  word: string;
};

export function pickedIn(area: HTMLElement): Picked[] {
  return boxesIn(area, "transfer").flatMap((box) => (box.checked ? [pickedOf(box)] : []));
}

export function pickedById(area: HTMLElement, id: string): Picked[] {
  return boxesIn(area, "transfer").flatMap((box) => (box.value === id ? [pickedOf(box)] : []));
}

/** A group's box ticks its rows, and shows whether some of them are ticked. */
export function tickGroup(box: HTMLInputElement): void {
  for (const own of boxesIn(box.closest("section"), "transfer")) own.checked = box.checked;
}

export function showGroups(area: HTMLElement): void {
  for (const box of boxesIn(area, "group")) {
    const own = boxesIn(box.closest("section"), "transfer");
    const ticked = own.filter(({ checked }) => checked).length;
    box.checked = own.length > 0 && ticked === own.length;
    box.indeterminate = ticked > 0 && ticked < own.length;
  }
}

export function untick(area: HTMLElement): void {
  for (const box of boxesIn(area, "transfer")) box.checked = false;
  showGroups(area);
}

function boxesIn(area: Element | null, name: string): HTMLInputElement[] {
  return [...(area?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
}

function pickedOf({ value, dataset }: HTMLInputElement): Picked {
  const { reason = "", changed = "", amount = "0", token = "", name = "", word = "" } = dataset;
  return { id: value, reason, updatedAt: changed, amount: amount as Amount, token, name, word };
}
