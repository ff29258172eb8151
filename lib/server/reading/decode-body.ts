import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/**
 * Invariant: bytes are read by what they are, so that a stored body reads the same again: headers are not kept, and many
 * are wrong. Nothing grows beyond the cap, however it is packed.
 */

/** Of what is inflated; as much as is kept of a plain body. */
const maxTextBytes = 65_536;
/** A proxy packs once more what is packed already. */
const maxLayers = 3;

type Decoded = { text: string } | { fault: "encoding" | "cut" };

/** The text of a body that is no plain UTF-8. */
export function decodeBody(bytes: Buffer, layers = maxLayers): Decoded {
  const text = asText(bytes);
  if (text !== undefined) return { text };
  if (layers === 0) return { fault: "encoding" };
  for (const inflate of inflaters(bytes)) {
    const inflated = tryToInflate(inflate, bytes);
    if (inflated === "cut") return { fault: "cut" };
    if (inflated === undefined || inflated.length === 0) continue;
    const decoded = decodeBody(inflated, layers - 1);
    if ("text" in decoded || decoded.fault === "cut") return decoded;
  }
  return { fault: "encoding" };
}

const limit = { maxOutputLength: maxTextBytes };
type Inflate = (bytes: Buffer) => Buffer;
const gunzip: Inflate = (bytes) => gunzipSync(bytes, limit);
const inflate: Inflate = (bytes) => inflateSync(bytes, limit);
const inflateRaw: Inflate = (bytes) => inflateRawSync(bytes, limit);
const unbrotli: Inflate = (bytes) => brotliDecompressSync(bytes, limit);

/** Gzip and zlib have a head of their own; the other two have none, and are tried. */
function inflaters(bytes: Buffer): Inflate[] {
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return [gunzip];
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return [...(isZlib ? [inflate] : []), unbrotli, inflateRaw];
}

/** `undefined` for other bytes; `cut` for more than the cap, or for a gzip without its end. */
function tryToInflate(how: Inflate, bytes: Buffer): Buffer | "cut" | undefined {
  try {
    return how(bytes);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const isCut = code === "ERR_BUFFER_TOO_LARGE" || (code === "Z_BUF_ERROR" && how === gunzip);
    return isCut ? "cut" : undefined;
  }
}

/** By its mark, by its zeros, or by its being UTF-8; else one byte a character, where none of them is a control. */
function asText(bytes: Buffer): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (bytes.length >= 4 && a === 0xff && b === 0xfe && c === 0 && d === 0) return utf32(bytes, "le");
  if (bytes.length >= 4 && a === 0 && b === 0 && (c === 0xfe || c === 0) && d !== 0)
    return utf32(bytes, "be");
  if (bytes.length >= 4 && a !== 0 && b === 0 && c === 0 && d === 0) return utf32(bytes, "le");
  if ((a === 0xff && b === 0xfe) || (bytes.length >= 2 && a !== 0 && b === 0))
    return utf16(bytes, "utf-16le");
  if ((a === 0xfe && b === 0xff) || (bytes.length >= 2 && a === 0 && b !== 0))
    return utf16(bytes, "utf-16be");
  // A text of C ends with a zero.
  if (isUtf8(bytes)) return printable(bytes.toString().replace(/\0+$/, ""));
  return printable(new TextDecoder("windows-1252").decode(bytes));
}

function printable(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell bytes from a text.
  return /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text) ? undefined : text;
}

function utf16(bytes: Buffer, label: "utf-16le" | "utf-16be"): string | undefined {
  try {
    return printable(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function utf32(bytes: Buffer, order: "le" | "be"): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const code = order === "le" ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    if (code > 0x10ffff) return undefined;
    text += String.fromCodePoint(code);
  }
  return printable(text);
}
