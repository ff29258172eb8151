import { expect, test } from "vitest";
import { firstLine, linesOf } from "./tab-line";

const tab = (name: string, isChosen = false) => ({ name, count: "7", isChosen });
const titles = Array.from({ length: 13 }, (_, at) => `Nineteen letters ${String(at).padStart(2, "0")}`);

test("few tabs are all on the line of a desk, and a narrower one has the most pressing", () => {
  const [phone, tablet, desk] = linesOf(["All", ...titles.slice(0, 4)].map((name) => tab(name)));
  expect(desk).toEqual([0, 1, 2, 3, 4]);
  expect(tablet).toEqual([0, 1]);
  expect(phone).toEqual([0]);
});

test("the chosen one is on every line, however little presses", () => {
  const tabs = [tab("All"), ...titles.map((name, at) => tab(name, at === 12))];
  const lines = linesOf(tabs);
  for (const line of lines) expect(line.slice(0, 2)).toEqual([0, 13]);
  expect(firstLine(lines, 13)).toBe(0);
});

test("a wider line has what a narrower one has, and nothing is lost", () => {
  const lines = linesOf([tab("All", true), ...titles.map((name) => tab(name))]);
  for (const [at, line] of lines.entries())
    expect(lines[at + 1] ?? line).toEqual(expect.arrayContaining(line));
  expect(firstLine(lines, 13)).toBe(lines.length);
});
