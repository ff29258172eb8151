import { addressGroups } from "#lib/money/format";

/** `place` counts from 1, without the `0x`. */
export type Group = { place: number; text: string };

const howMany = 3;

/**
 * Three groups of an address, drawn anew for each call. Someone who forges an address can match a few groups that they know
 * ahead, and not those that a call will ask for.
 */
export function drawGroups(
  address: string,
  /** An equal chance for each 32-bit number. */
  random: () => number = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
): Group[] {
  const left = addressGroups(address)
    .filter((text) => !/^0x$/i.test(text))
    .map((text, at) => ({ place: at + 1, text }));
  const drawn: Group[] = [];
  while (drawn.length < howMany && left.length > 0) drawn.push(...left.splice(random() % left.length, 1));
  return drawn.sort((one, other) => one.place - other.place);
}
