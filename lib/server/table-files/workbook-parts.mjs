import { crc32, inflateRawSync } from "node:zlib";

/**
 * Unpacks the parts of a workbook with a limit on all of them together, and packs them again without compression. So what reads
 * them next can't unpack more than was counted, whatever the file says of its own sizes.
 */

const [endMark, entryMark, partMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, partBytes] = [22, 46, 30];
const mostParts = 1_000;
/** Pictures stay packed, and what a sheet links to is never looked for. */
const isRead = (name) => /\.(xml|rels)$/i.test(name) && !/worksheets\/_rels\//i.test(name);

export class TooLarge extends Error {}
export class Damaged extends Error {}

/**
 * @param {Buffer} file
 * @param {number} most bytes of all parts together
 * @returns {Map<string, Buffer>}
 */
export function unpack(file, most) {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > mostParts) throw new TooLarge();
  const parts = new Map();
  let left = most;
  let at = file.readUInt32LE(end + 16);
  for (let place = 0; place < count; place += 1) {
    if (at + entryBytes > file.length || file.readUInt32LE(at) !== entryMark) throw new Damaged();
    const nameBytes = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + entryBytes, at + entryBytes + nameBytes);
    if (isRead(name)) {
      const part = unpackPart(file, at, left);
      left -= part.length;
      parts.set(name, part);
    }
    at += entryBytes + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

function findEnd(file) {
  for (let at = file.length - endBytes; at >= 0 && at >= file.length - endBytes - 0xffff; at -= 1)
    if (file.readUInt32LE(at) === endMark) return at;
  throw new Damaged();
}

function unpackPart(file, entry, most) {
  const [method, packed, start] = [
    file.readUInt16LE(entry + 10),
    file.readUInt32LE(entry + 20),
    file.readUInt32LE(entry + 42),
  ];
  if (start + partBytes > file.length || file.readUInt32LE(start) !== partMark) throw new Damaged();
  const from = start + partBytes + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  if (from + packed > file.length) throw new Damaged();
  const part = inflated(file.subarray(from, from + packed), method, most);
  if (crc32(part) !== file.readUInt32LE(entry + 16)) throw new Damaged();
  return part;
}

function inflated(bytes, method, most) {
  if (method === 0 && bytes.length > most) throw new TooLarge();
  if (method === 0) return bytes;
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw error.code === "ERR_BUFFER_TOO_LARGE" ? new TooLarge() : new Damaged();
  }
}

/**
 * A ZIP of the parts as they are.
 *
 * @param {Map<string, Buffer>} parts
 * @returns {Buffer}
 */
export function pack(parts) {
  const [bodies, entries] = [[], []];
  let at = 0;
  for (const [name, part] of parts) {
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(part), 10);
    facts.writeUInt32LE(part.length, 14);
    facts.writeUInt32LE(part.length, 18);
    facts.writeUInt16LE(path.length, 22);
    bodies.push(mark(partMark), facts, path, part);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(mark(entryMark), Buffer.from([20, 0]), facts, place, path);
    at += partBytes + path.length + part.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(endBytes - 4);
  end.writeUInt16LE(parts.size, 4);
  end.writeUInt16LE(parts.size, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, mark(endMark), end]);
}

function mark(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
