import type { Amount } from "#lib/money/money";

export type Person = { id: string; name: string };

/** A transfer that is ticked, as its row says. */
export type Picked = {
  id: string;
  reason: string;
  seen: string;
  amount: Amount;
  token: string;
  name: string;
  /** What is missing or at stake. */
  stake: { amount: Amount; token: string; word: string };
  /** Its status, as the chip has it. */
  word: string;
};

export function pickedIn(area: HTMLElement): Picked[] {
  return boxesIn(area, "transfer").flatMap((box) => (box.checked ? [pickedOf(box)] : []));
}

/** All rows of the page, ticked or not. */
export function listedOn(page: HTMLElement): Picked[] {
  return boxesIn(page, "transfer").map(pickedOf);
}

export function pickedById(area: HTMLElement, id: string): Picked[] {
  return boxesIn(area, "transfer").flatMap((box) => (box.value === id ? [pickedOf(box)] : []));
}

/** A group's box ticks its rows, and the box for all ticks all; each shows whether some of its own are ticked. */
export function tickMany(area: HTMLElement, box: HTMLInputElement): void {
  for (const own of rowsOf(area, box)) own.checked = box.checked;
}

export function showMany(area: HTMLElement): void {
  for (const box of [...boxesIn(area, "all"), ...boxesIn(area, "group")]) {
    const own = rowsOf(area, box);
    const ticked = own.filter(({ checked }) => checked).length;
    box.checked = own.length > 0 && ticked === own.length;
    box.indeterminate = ticked > 0 && ticked < own.length;
  }
}

function rowsOf(area: HTMLElement, box: HTMLInputElement): HTMLInputElement[] {
  return boxesIn(box.name === "all" ? area : box.closest("section"), "transfer");
}

export function untick(area: HTMLElement): void {
  for (const box of boxesIn(area, "transfer")) box.checked = false;
  showMany(area);
}

function boxesIn(area: Element | null, name: string): HTMLInputElement[] {
  return [...(area?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
}

function pickedOf({ value, dataset }: HTMLInputElement): Picked {
  const { reason = "", seen = "", amount = "0", token = "", name = "", word = "" } = dataset;
  const { stake = "0", stakeToken = "", stakeWord = "" } = dataset;
  return {
    ...{ id: value, reason, seen, amount: amount as Amount, token, name, word },
    stake: { amount: stake as Amount, token: stakeToken, word: stakeWord },
  };
}
