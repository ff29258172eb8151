import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { features } from "./features";
import { linesOfPaths, withoutFeature } from "./take-out";

const isOwn = (specifier: string) => specifier.startsWith("#lib/features/own");
const without = (text: string) => withoutFeature(text, isOwn, linesOfPaths(["/own", "features/own"]));

it("takes out imports, what they name, and the lines of paths, and nothing else", () => {
  const text = [
    'import { feature, type Other as Own } from "#lib/features/own/feature";',
    'import { owners } from "#lib/other";',
    "all.push(feature);",
    "all.push(owners);",
    'say("a feature");',
    "// Of a feature.",
    "  <Own id={id} />",
    '  { href: "/own", name: "Own" },',
    '  { href: "/owner", name: "Owner" },',
    '  "/own/[id]": { GET: "support" },',
    '  "features/own/server",',
    '  "features/others",',
  ].join("\n");
  expect(without(text)).toEqual({
    removed: 6,
    text: [
      'import { owners } from "#lib/other";',
      "all.push(owners);",
      'say("a feature");',
      "// Of a feature.",
      '  { href: "/owner", name: "Owner" },',
      '  "features/others",',
    ].join("\n"),
  });
});

it("takes out an import of many lines", () => {
  expect(
    without('import {\n  one,\n  two,\n} from "#lib/features/own/acts";\nuse(two);\nuse(three);'),
  ).toEqual({
    removed: 5,
    text: "use(three);",
  });
});

it("takes out a style sheet of it", () => {
  const kept = '@import "../components/ui/pill.css";\n';
  expect(without(`@import "#lib/features/own/own.css" layer(components);\n${kept}`)).toEqual({
    removed: 1,
    text: kept,
  });
});

it("is told of every feature", () => {
  const folders = readdirSync(join(root, "lib/features")).filter((name) => name !== "all");
  expect(Object.keys(features).sort()).toEqual(folders.sort());
});
