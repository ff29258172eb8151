import { crc32, deflateSync } from "node:zlib";

/** Pictures for tests, made by hand, so that each part of one can be made wrong. */

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

type Header = { width?: number; height?: number; depth?: number; colour?: number; interlace?: number };

export function pngHeader({
  width = 4,
  height = 3,
  depth = 8,
  colour = 6,
  interlace = 0,
}: Header = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlace], 8);
  return pngChunk("IHDR", data);
}

/** Of so many bytes before they are packed; without a number those of 4 × 3 pixels. */
export function pngPixels(bytes = 3 * (1 + 4 * 4)): Buffer {
  return pngChunk("IDAT", deflateSync(Buffer.alloc(bytes)));
}

export function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([pngSignature, ...chunks]);
}

export const plainPng = pngOf(pngHeader(), pngPixels(), pngChunk("IEND"));

export function svgOf(inner: string, attributes = ""): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"${attributes}>${inner}</svg>`,
  );
}

export const plainSvg = svgOf('<path fill="#0a7a5c" d="M0 0h40v20H0z"/>');
