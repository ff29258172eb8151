import { expect, it } from "vitest";
import { DatabaseFailure } from "./database-failure";
import { inGroups } from "./in-groups";

/** What became of each, in the order in which they were handed in. */
const fates = async (works: Promise<string>[]) =>
  (await Promise.allSettled(works)).map((each) => (each.status === "fulfilled" ? each.value : each.reason));
const done = (item: string) => `${item} is done`;

it("does what comes together at once, what comes meanwhile next, and tells nobody before", async () => {
  const groups: string[][] = [];
  const ends: (() => void)[] = [];
  const told: string[] = [];
  const hand = inGroups({ keyOf: (item: string) => item, mostItems: 2 }, (items) => {
    groups.push([...items]);
    return new Promise<string[]>((resolve) => ends.push(() => resolve(items.map(done))));
  });
  const tell = (item: string) => hand(item).then((result) => void told.push(result));
  const works = ["a", "b", "c"].map(tell);
  await expect.poll(() => groups).toEqual([["a", "b"]]);
  works.push(tell("d"));
  expect(told).toEqual([]);
  ends.shift()?.();
  await expect
    .poll(() => groups)
    .toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  expect(told).toEqual(["a", "b"].map(done));
  ends.shift()?.();
  await Promise.all(works);
  expect(told).toEqual(["a", "b", "c", "d"].map(done));
});

it("keeps one that fails from none of the others", async () => {
  const fault = new RangeError("this one");
  const hand = inGroups({ keyOf: (item: string) => item, mostItems: 9 }, async (items) => {
    if (items.includes("bad")) throw fault;
    return items.map(done);
  });
  expect(await fates(["a", "bad", "b"].map(hand))).toEqual([done("a"), fault, done("b")]);
  expect(await fates([hand("c")])).toEqual([done("c")]);
});

it("fails all that wait at once where the database is away, and works again when it is back", async () => {
  const away = new DatabaseFailure(undefined, false, undefined);
  let tries = 0;
  let isAway = true;
  const hand = inGroups({ keyOf: (item: string) => item, mostItems: 1 }, async (items) => {
    tries += 1;
    if (isAway) throw away;
    return items.map(done);
  });
  expect(await fates(["a", "b", "c"].map(hand))).toEqual([away, away, away]);
  expect(tries).toBe(1);
  isAway = false;
  expect(await fates([hand("d")])).toEqual([done("d")]);
});

it("does together what is the same, where nothing keeps it apart", async () => {
  const groups: string[][] = [];
  const hand = inGroups({ mostItems: 3 }, async (items: readonly string[]) => {
    groups.push([...items]);
    return items.map(done);
  });
  expect(await fates(["a", "a", "b", "a"].map(hand))).toEqual(["a", "a", "b", "a"].map(done));
  expect(groups).toEqual([["a", "a", "b"], ["a"]]);
});

it("takes no more than can wait, and more when there is room again", async () => {
  const hand = inGroups({ mostItems: 100 }, async (items: readonly number[]) => items.map(String));
  const all = await fates(Array.from({ length: 5_001 }, (_, at) => hand(at)));
  expect(all.slice(0, 5_000)).toEqual(Array.from({ length: 5_000 }, (_, at) => `${at}`));
  expect(all[5_000]).toMatchObject({ code: "database_unavailable" });
  expect(await hand(1)).toBe("1");
});

it("does never two of one key together, and those in the order in which they came", async () => {
  const groups: string[][] = [];
  const hand = inGroups({ keyOf: (item: string) => item.slice(0, 1), mostItems: 2 }, async (items) => {
    groups.push([...items]);
    return items.map(done);
  });
  const items = ["a1", "a2", "b1", "a3", "c1", "c2"];
  expect(await fates(items.map(hand))).toEqual(items.map(done));
  expect(groups).toEqual([
    ["a1", "b1"],
    ["a2", "c1"],
    ["a3", "c2"],
  ]);
});
