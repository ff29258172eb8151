import { expect, it } from "vitest";
import { DatabaseFailure } from "./database-failure";
import { inGroups } from "./in-groups";

/** What became of each, in the order in which they were handed in. */
const fates = async (works: Promise<void>[]) =>
  (await Promise.allSettled(works)).map((each) => (each.status === "fulfilled" ? "written" : each.reason));

it("writes what comes together at once, what comes meanwhile next, and tells nobody before", async () => {
  const groups: string[][] = [];
  const ends: (() => void)[] = [];
  const told: string[] = [];
  const hand = inGroups<string>({ keyOf: (item) => item, mostItems: 2 }, (items) => {
    groups.push([...items]);
    return new Promise((resolve) => ends.push(resolve));
  });
  const works = ["a", "b", "c"].map((item) => hand(item).then(() => void told.push(item)));
  await expect.poll(() => groups).toEqual([["a", "b"]]);
  works.push(hand("d").then(() => void told.push("d")));
  expect(told).toEqual([]);
  ends.shift()?.();
  await expect
    .poll(() => groups)
    .toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  expect(told).toEqual(["a", "b"]);
  ends.shift()?.();
  await Promise.all(works);
  expect(told).toEqual(["a", "b", "c", "d"]);
});

it("keeps one that cannot be written from none of the others", async () => {
  const fault = new RangeError("this one");
  const hand = inGroups<string>({ keyOf: (item) => item, mostItems: 9 }, async (items) => {
    if (items.includes("bad")) throw fault;
  });
  expect(await fates(["a", "bad", "b"].map(hand))).toEqual(["written", fault, "written"]);
  expect(await fates([hand("c")])).toEqual(["written"]);
});

it("fails all that wait at once where the database is away, and writes again when it is back", async () => {
  const away = new DatabaseFailure(undefined, false, undefined);
  let tries = 0;
  let isAway = true;
  const hand = inGroups<string>({ keyOf: (item) => item, mostItems: 1 }, async () => {
    tries += 1;
    if (isAway) throw away;
  });
  expect(await fates(["a", "b", "c"].map(hand))).toEqual([away, away, away]);
  expect(tries).toBe(1);
  isAway = false;
  expect(await fates([hand("d")])).toEqual(["written"]);
});

it("writes never two of one key together, and those in the order in which they came", async () => {
  const groups: string[][] = [];
  const hand = inGroups<string>({ keyOf: (item) => item.slice(0, 1), mostItems: 2 }, async (items) => {
    groups.push([...items]);
  });
  await Promise.all(["a1", "a2", "b1", "a3", "c1", "c2"].map(hand));
  expect(groups).toEqual([
    ["a1", "b1"],
    ["a2", "c1"],
    ["a3", "c2"],
  ]);
});
