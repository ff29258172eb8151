import { expect, test } from "vitest";
import { contrastOf, readTokens } from "#lib/testing/css-colours";

const grounds = ["page", "surface", "sunken"];
const softGrounds = ["wait", "proc", "ok", "warn", "fail"].map((tone) => `${tone}-soft`);
const tones = ["wait", "proc", "ok", "warn", "fail"];

/** Text needs 4.5:1 (WCAG 2.2, 1.4.3), whatever its size: a token does not know how large it is written. */
const texts: [string, string[]][] = [
  ["ink", [...grounds, ...softGrounds, "accent-soft"]],
  ["muted", [...grounds, "accent-soft"]],
  ["subtle", grounds],
  ["accent", [...grounds, "accent-soft"]],
  ["on-primary", ["primary", "primary-hover"]],
  ["on-accent", ["accent"]],
  ["on-accent-soft", ["accent-soft"]],
  ...tones.map((tone): [string, string[]] => [tone, [...grounds, `${tone}-soft`]]),
  ["sandbox", ["surface", "sandbox-soft", "sandbox-stripe"]],
];

/** Borders of controls, focus rings and drawings that carry meaning need 3:1 (WCAG 2.2, 1.4.11). */
const edges: [string, string[]][] = [
  ["line-strong", grounds],
  ["ring", [...grounds, ...softGrounds, "accent-soft"]],
  ["primary", grounds],
  ["accent", grounds],
  ["fail", grounds],
  ["ink", [...grounds, ...softGrounds]],
];

/** Outlines that only divide, and the two poles; they carry no meaning of their own. */
const bare = ["white", "black", "line", "sandbox-line"];

const { light, dark } = readTokens();

for (const [theme, tokens] of Object.entries({ light, dark })) {
  const contrast = (a: string, b: string) => {
    const [first, second] = [tokens.get(a), tokens.get(b)];
    if (first === undefined || second === undefined) throw new Error(`There is no ${a} or no ${b}.`);
    return contrastOf(first, second);
  };
  const weak = (pairs: [string, string[]][], least: number) =>
    pairs.flatMap(([front, backs]) =>
      backs
        .filter((back) => contrast(front, back) < least)
        .map((back) => `${front} on ${back}: ${contrast(front, back).toFixed(2)}`),
    );

  test(`every text can be read on every ground in the ${theme} theme`, () => {
    expect(weak(texts, 4.5)).toEqual([]);
  });

  test(`every control, focus ring and drawing can be seen in the ${theme} theme`, () => {
    expect(weak(edges, 3)).toEqual([]);
  });
}

test("no token stands outside of these pairs", () => {
  const named = new Set([...texts, ...edges].flatMap(([front, backs]) => [front, ...backs]));
  expect([...light.keys()].filter((name) => !named.has(name) && !bare.includes(name))).toEqual([]);
});

test("contrast is computed as the guidelines do", () => {
  const [white, black] = [light.get("white"), light.get("black")];
  if (white === undefined || black === undefined) throw new Error("There is no white or no black.");
  expect(contrastOf(white, black)).toBeCloseTo(21, 5);
  // #767676 on white is known as the lightest grey that passes.
  expect(contrastOf(white, [0.18116424, 0.18116424, 0.18116424])).toBeCloseTo(4.54, 2);
});
