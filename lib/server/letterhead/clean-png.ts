import { promisify } from "node:util";
import { crc32, inflate } from "node:zlib";
import { mostLogoSide } from "#lib/contract/letterhead/letterhead";
import type { Problem } from "#lib/contract/problem";
import { logoFault } from "./logo-fault";

/**
 * Invariant: what leaves is a picture and nothing beside it. Every chunk's checksum holds, the pixels are as many as the header
 * says, and only the chunks that say how the pixels look are written again: no text, no EXIF, no profile, no second frame, no
 * byte behind the end.
 */

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** How many bits a pixel's part may have, and how many parts a pixel has, by its type of colour. */
const colours: Record<number, { depths: readonly number[]; parts: number }> = {
  0: { depths: [1, 2, 4, 8, 16], parts: 1 },
  2: { depths: [8, 16], parts: 3 },
  3: { depths: [1, 2, 4, 8], parts: 1 },
  4: { depths: [8, 16], parts: 2 },
  6: { depths: [8, 16], parts: 4 },
};
const indexed = 3;

/** Beside header, palette and pixels: by their exact length, so that none holds anything else. */
const keptLengths: Record<string, number> = { gAMA: 4, cHRM: 32, sRGB: 1, pHYs: 9 };

type Chunk = { type: string; data: Buffer };
type Header = { width: number; height: number; bits: number; colour: number; isInterlaced: boolean };

export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** Throws `invalid_input`. */
export async function cleanPng(file: Buffer): Promise<Buffer> {
  const chunks = readChunks(file);
  const header = readHeader(chunks[0]);
  const firstPixels = chunks.findIndex(({ type }) => type === "IDAT");
  const pixels = chunks.filter(({ type }) => type === "IDAT");
  const isInARow = pixels.every((chunk, at) => chunks[firstPixels + at] === chunk);
  const rest = chunks.slice(1, firstPixels);
  const palette = header.colour === indexed ? rest.find(({ type }) => type === "PLTE") : undefined;
  if (firstPixels < 1 || !isInARow || (header.colour === indexed && !isPalette(palette))) throw broken();
  const kept = Object.entries(keptLengths).flatMap(([type, length]) =>
    rest.filter((chunk) => chunk.type === type && chunk.data.length === length).slice(0, 1),
  );
  const see = rest.find(({ type, data }) => type === "tRNS" && data.length <= 256);
  return Buffer.concat([
    signature,
    ...[
      ...chunks.slice(0, 1),
      ...kept,
      ...(palette === undefined ? [] : [palette]),
      ...(see === undefined ? [] : [see]),
      { type: "IDAT", data: await wholePixels(pixels, header) },
      { type: "IEND", data: Buffer.alloc(0) },
    ].map(written),
  ]);
}

/** Up to the end; what comes behind it isn't looked at. */
function readChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; ; ) {
    if (file.length - at < 12) throw broken();
    const length = file.readUInt32BE(at);
    if (length > file.length - at - 12) throw broken();
    const body = file.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== file.readUInt32BE(at + 8 + length)) throw broken();
    const type = body.toString("latin1", 0, 4);
    // A capital first letter: no picture without it.
    const isKnown = ["IHDR", "PLTE", "IDAT", "IEND"].includes(type);
    if (!isKnown && !/^[a-z][A-Za-z]{3}$/.test(type)) throw broken();
    if (type === "IHDR" && chunks.length > 0) throw broken();
    if (type === "IEND") return chunks;
    chunks.push({ type, data: body.subarray(4) });
    at += 12 + length;
  }
}

function readHeader(chunk: Chunk | undefined): Header {
  if (chunk?.type !== "IHDR" || chunk.data.length !== 13) throw broken();
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colour = 0, packing, filter, interlace] = data.subarray(8);
  const known = colours[colour];
  if (known?.depths.includes(depth) !== true || packing !== 0 || filter !== 0) throw broken();
  if (width === 0 || height === 0 || (interlace !== 0 && interlace !== 1)) throw broken();
  if (width > mostLogoSide || height > mostLogoSide)
    throw logoFault(
      `The logo is ${width} × ${height} pixels. Use at most ${mostLogoSide} × ${mostLogoSide}.`,
    );
  return { width, height, colour, bits: depth * known.parts, isInterlaced: interlace === 1 };
}

function isPalette(palette: Chunk | undefined): boolean {
  return palette !== undefined && palette.data.length % 3 === 0 && palette.data.length <= 768;
}

/** The packed pixels, up to their own end: exactly as many as the header says come out of them. */
async function wholePixels(chunks: readonly Chunk[], header: Header): Promise<Buffer> {
  const packed = Buffer.concat(chunks.map(({ data }) => data));
  const size = bytesOf(header);
  const { buffer, engine } = await unpack(packed, { maxOutputLength: size, info: true }).catch(() => {
    throw broken();
  });
  if (buffer.length !== size) throw broken();
  return packed.subarray(0, engine.bytesWritten);
}

/** With `info` it says how much it has read, which its type doesn't know. */
const unpack = promisify(inflate) as unknown as (
  packed: Buffer,
  options: { maxOutputLength: number; info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;

/** Where each pass of an interlaced picture begins, and how far its pixels are apart. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Of all rows, each with a byte that names its filter. */
function bytesOf({ width, height, bits, isInterlaced }: Header): number {
  return (isInterlaced ? passes : [[0, 0, 1, 1] as const]).reduce((sum, [x, y, right, down]) => {
    const [columns, rows] = [Math.ceil((width - x) / right), Math.ceil((height - y) / down)];
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * bits) / 8)) : sum;
  }, 0);
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function broken(): Problem {
  return logoFault("The PNG is damaged. Save it again, or choose another file.");
}
