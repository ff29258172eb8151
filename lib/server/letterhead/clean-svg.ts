import { SaxesParser, type SaxesTagNS } from "saxes";
import { mostLogoBytes } from "#lib/contract/letterhead/letterhead";
import { Problem } from "#lib/contract/problem";
import { logoFault } from "./logo-fault";
import {
  isAttribute,
  isDrawnWith,
  isGradient,
  isPlain,
  isShape,
  isText,
  ownPart,
  plainDeclarations,
  plainRules,
  writtenName,
} from "./svg-rules";

/**
 * Invariant: the file is read by a strict parser and written anew, element by element, from a list. So nothing of it is kept as
 * it came: no script, no event, no link, no other file, no declaration, no comment, and no element that multiplies others.
 */

const [svg, xlink] = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];
const mostDepth = 40;
const mostElements = 2_000;

/** Throws `invalid_input`. */
export function cleanSvg(file: Buffer): Buffer {
  const writer = new SvgWriter();
  try {
    read(decode(file), writer);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw notSvg();
  }
  const clean = Buffer.from(writer.end());
  if (clean.length > mostLogoBytes) throw tooMuch();
  return clean;
}

function decode(file: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(file);
}

/** Whatever is not well-formed throws, and so does an entity that XML itself doesn't have. */
function read(text: string, writer: SvgWriter): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on("doctype", (declaration) => {
    if (declaration.includes("["))
      throw logoFault("The SVG declares entities. Save it as a plain SVG, or as a PNG.");
  });
  parser.on("opentag", (tag) => writer.open(tag));
  parser.on("closetag", () => writer.close());
  parser.on("text", (part) => writer.text(part));
  parser.on("cdata", (part) => writer.text(part));
  parser.write(text).close();
}

class SvgWriter {
  private readonly parts: string[] = [];
  /** The written names of the open elements; `undefined` where one is left out, with all that it holds. */
  private readonly names: (string | undefined)[] = [];
  private elements = 0;
  private hasShape = false;
  private style = "";

  open(tag: SaxesTagNS): void {
    this.elements += 1;
    if (this.names.length >= mostDepth || this.elements > mostElements) throw tooMuch();
    if (this.names.length === 0) this.openRoot(tag);
    else this.openPart(tag);
  }

  private openPart(tag: SaxesTagNS): void {
    const isLeftOut = this.names.includes(undefined) || tag.uri !== svg;
    const name = isLeftOut ? undefined : writtenName(tag.local);
    const isWithin = this.names.some((each) => each !== undefined && isDrawnWith(each));
    this.names.push(name);
    if (name === undefined || name === "style") return;
    this.hasShape ||= isShape(name);
    this.parts.push(`<${name}${attributesOf(tag, name, isWithin || isDrawnWith(name))}>`);
  }

  private openRoot(tag: SaxesTagNS): void {
    if (tag.uri !== svg || tag.local !== "svg") throw notSvg();
    this.names.push("svg");
    // Not its width and height: it is drawn as large as the sheet has room for.
    this.parts.push(`<svg xmlns="${svg}" viewBox="${viewBoxOf(tag)}"${attributesOf(tag, "svg", false)}>`);
  }

  text(text: string): void {
    if (this.names.includes(undefined)) return;
    const name = this.names.at(-1) ?? "";
    if (name === "style") this.style += text;
    else if (isText(name)) this.parts.push(escaped(text));
  }

  close(): void {
    const name = this.names.pop();
    if (name === undefined || this.names.includes(undefined)) return;
    if (name !== "style") {
      this.parts.push(`</${name}>`);
      return;
    }
    const rules = plainRules(this.style);
    if (rules !== "") this.parts.push(`<style>${escaped(rules)}</style>`);
    this.style = "";
  }

  end(): string {
    if (!this.hasShape)
      throw logoFault("The SVG draws nothing that we can keep. Use plain shapes, or save it as a PNG.");
    return this.parts.join("");
  }
}

function attributesOf({ attributes }: SaxesTagNS, name: string, isWithin: boolean): string {
  return Object.values(attributes)
    .flatMap(({ local, uri, value }): string[] => {
      const isPlace = name === "svg" && ["x", "y", "width", "height"].includes(local);
      if (local === "href" && (uri === "" || uri === xlink))
        return isGradient(name) && ownPart.test(value) ? [` href="${value}"`] : [];
      if (uri !== "" || isPlace) return [];
      const kept = local === "style" ? plainDeclarations(value, isWithin) : value;
      const isKept = local === "style" ? kept !== "" : isAttribute(local, isWithin) && isPlain(kept);
      return isKept ? [` ${local}="${escaped(kept)}"`] : [];
    })
    .join("");
}

/** Its own, or from its width and height. */
function viewBoxOf({ attributes }: SaxesTagNS): string {
  const { viewBox, width, height } = attributes;
  const sizes = [width, height].map(
    (size) => /^\s*([\d.]+)\s*(?:px|pt|mm|cm|in)?\s*$/.exec(size?.value ?? "")?.[1],
  );
  const box = viewBox === undefined ? ["0", "0", ...sizes] : viewBox.value.trim().split(/[\s,]+/);
  const numbers = box.map((each) => Number(each ?? Number.NaN));
  const [, , wide = 0, high = 0] = numbers;
  const isRight = numbers.length === 4 && numbers.every((each) => Math.abs(each) <= 1_000_000);
  if (!isRight || wide <= 0 || high <= 0)
    throw logoFault("The SVG has no usable size. Give it a viewBox, or save it as a PNG.");
  return numbers.join(" ");
}

function escaped(text: string): string {
  const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}

function notSvg(): Problem {
  return logoFault("This is neither a PNG nor an SVG that can be read. Choose another file.");
}

function tooMuch(): Problem {
  return logoFault("The SVG has too many parts. Simplify it, or save it as a PNG.");
}
