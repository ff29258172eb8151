/** Invariant: only what is named here is ever written, and no value leads outside the file or calls anything by name. */

/** What draws. */
const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"] as const;
const gradients = ["linearGradient", "radialGradient"] as const;
/** What another element draws with: nothing within is drawn by itself, nor may it draw with another one. */
const drawnWith = ["clipPath", "mask"] as const;

const elements: ReadonlySet<string> = new Set([
  ...shapes,
  ...gradients,
  ...drawnWith,
  ...["g", "defs", "stop", "style", "tspan"],
]);
/** They lead elsewhere or choose: what they hold is kept without them. */
const unwrapped: ReadonlySet<string> = new Set(["a", "switch"]);

/** The name to write for an element of the SVG namespace; `undefined` leaves it out with all that it holds. */
export function writtenName(name: string): string | undefined {
  if (unwrapped.has(name)) return "g";
  return elements.has(name) ? name : undefined;
}

const isOneOf = (names: readonly string[]) => {
  const set = new Set(names);
  return (name: string) => set.has(name);
};
export const isShape = isOneOf(shapes);
export const isGradient = isOneOf(gradients);
export const isDrawnWith = isOneOf(drawnWith);
/** Where text is part of the picture. */
export const isText = isOneOf(["text", "tspan"]);

/** An attribute and a property of a style alike. */
const looks: ReadonlySet<string> = new Set(
  `fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-rule display visibility paint-order
  vector-effect shape-rendering mask-type font-family font-size font-style font-weight text-anchor letter-spacing
  word-spacing dominant-baseline`.split(/\s+/),
);
/** They name what to draw with. */
const links: ReadonlySet<string> = new Set(["clip-path", "mask"]);

const places: ReadonlySet<string> = new Set(
  `id transform d x y x1 y1 x2 y2 dx dy rotate width height cx cy r rx ry fx fy fr points offset gradientUnits
  gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits`.split(/\s+/),
);

/** `isWithin`: within what another element draws with. */
function isLook(name: string, isWithin: boolean): boolean {
  return looks.has(name) || (!isWithin && links.has(name));
}

export function isAttribute(name: string, isWithin: boolean): boolean {
  return places.has(name) || isLook(name, isWithin) || (!isWithin && name === "class");
}

/** Of a part of the file itself. */
export const ownPart = /^#[\w.-]+$/;

/** A parenthesis that no known function opens. */
const unknownCall = /(?<!\b(?:rgba?|hsla?|color|matrix|translate|scale|rotate|skew[XY]|url))\(/i;
const foreignUrl = /url\((?!(?:#[\w.-]+|'#[\w.-]+'|"#[\w.-]+")\))/i;

/** Numbers, words, colours, paths, and references to a part of the file. */
export function isPlain(value: string): boolean {
  return /^[\w\s.,#%()+'"-]*$/.test(value) && !unknownCall.test(value) && !foreignUrl.test(value);
}

/** `fill:red;stroke:none`, as far as it is plain. */
export function plainDeclarations(text: string, isWithin: boolean): string {
  return text
    .split(";")
    .flatMap((declaration) => {
      const [name = "", ...rest] = declaration.split(":");
      const [property, value] = [name.trim(), rest.join(":").trim()];
      return isLook(property, isWithin) && value !== "" && isPlain(value) ? [`${property}:${value}`] : [];
    })
    .join(";");
}

/** The rules of a style sheet for classes. What applies only sometimes (`@media`) is left out. */
export function plainRules(text: string): string {
  const css = withoutComments(text);
  let rules = "";
  let [depth, from, open] = [0, 0, 0];
  for (let at = 0; at < css.length; at++) {
    if (css[at] === "{" && depth++ === 0) open = at;
    if (css[at] !== "}" || depth === 0 || --depth > 0) continue;
    rules += plainRule(css.slice(from, open), css.slice(open + 1, at));
    from = at + 1;
  }
  return rules;
}

function plainRule(head: string, block: string): string {
  const selectors = head
    .slice(head.lastIndexOf(";") + 1)
    .split(",")
    .map((selector) => selector.trim());
  if (!selectors.every((selector) => /^\.[\w-]+$/.test(selector))) return "";
  const declarations = plainDeclarations(block, false);
  return declarations === "" ? "" : `${selectors.join(",")}{${declarations}}`;
}

function withoutComments(text: string): string {
  const [first = "", ...rest] = text.split("/*");
  return [first, ...rest.map((part) => (part.includes("*/") ? part.slice(part.indexOf("*/") + 2) : ""))].join(
    " ",
  );
}
