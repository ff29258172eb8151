import { expect, test } from "vitest";
import { drawGroups } from "./draw-groups";

const address = "0x00112233445566778899aabbccddeeff00112233";

test("draws three different groups of an address, by their place in it", () => {
  const places = new Set<string>();
  for (let count = 0; count < 3_000; count++) {
    const drawn = drawGroups(address);
    expect(drawn).toHaveLength(3);
    for (const { place, text } of drawn) expect(address.slice(2 + (place - 1) * 4, 2 + place * 4)).toBe(text);
    places.add(drawn.map(({ place }) => place).join());
  }
  // Of ten groups, each three alike likely: who knows three ahead passes one call in 120.
  expect(places.size).toBe(120);
});

test("counts from the first character where there is no 0x", () => {
  expect(drawGroups("ABCDEFGHIJ", () => 0)).toEqual([
    { place: 1, text: "ABCD" },
    { place: 2, text: "EFGH" },
    { place: 3, text: "IJ" },
  ]);
});
