import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#lib/testing/servers/server-process";

/** Red, green and blue from 0 to 1, linear. */
type LinearRgb = readonly [number, number, number];
/** A theme's tokens by their name in the style sheet without `--color-`. */
type Tokens = ReadonlyMap<string, LinearRgb>;

/** Reads the colours of both themes from the style sheet; throws for a colour that it does not understand. */
export function readTokens(): { light: Tokens; dark: Tokens } {
  const css = readFileSync(join(root, "app/globals.css"), "utf8");
  const light = new Map<string, LinearRgb>();
  const dark = new Map<string, LinearRgb>();
  for (const [, name = "", value = ""] of css.matchAll(/--color-([a-z-]+): ([^;]+);/g)) {
    const [inLight = value, inDark = inLight] = /^light-dark\((.+\)), (.+)\)$/.exec(value)?.slice(1) ?? [];
    light.set(name, readColour(inLight));
    dark.set(name, readColour(inDark));
  }
  return { light, dark };
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(a: LinearRgb, b: LinearRgb): number {
  const [lighter = 0, darker = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf([red, green, blue]: LinearRgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readColour(text: string): LinearRgb {
  if (text === "#fff") return [1, 1, 1];
  if (text === "#000") return [0, 0, 0];
  const [, ...parts] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? [];
  const [lightness, chroma, hue] = parts.map(Number);
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`This colour is not understood: ${text}`);
  return linearOf(lightness, chroma, (hue * Math.PI) / 180);
}

/** OKLCH to linear sRGB (CSS Color 4, 10.3); what the screen cannot show is cut, as browsers do. */
function linearOf(lightness: number, chroma: number, hue: number): LinearRgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: LinearRgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return [cut(rgb[0]), cut(rgb[1]), cut(rgb[2])];
}

const cut = (part: number) => Math.min(1, Math.max(0, part));
