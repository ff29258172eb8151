import { crc32, deflateRawSync } from "node:zlib";

const mark = (hex: string) => Buffer.from(hex, "hex");

/** A ZIP, as the programs write that make spreadsheets. `saysBytes`: what it says of the size of each part, where that is a lie. */
export function zipOf(parts: Record<string, Buffer | string>, saysBytes?: number): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const part = Buffer.from(content);
    // The kind of an OpenDocument stands in its first part as it is.
    const isPlain = name === "mimetype";
    const packed = isPlain ? part : deflateRawSync(part);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPlain ? 0 : 8, 4);
    facts.writeUInt32LE(crc32(part), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(saysBytes ?? part.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    bodies.push(mark("504b0304"), facts, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(mark("504b01021400"), facts, place, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length / 4, 4);
  end.writeUInt16LE(entries.length / 4, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, mark("504b0506"), end]);
}
