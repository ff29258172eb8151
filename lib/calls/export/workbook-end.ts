/** Reads the last row of an exported workbook, without holding the rest of it. */

const endOfDirectory = 0x06054b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
/** That of a closed month has its figures as well. */
const lastRowLength = 250_000;

/** What the rows of a file are, as its last row calls them. */
export type RowsCalled = "transfers" | "movements" | "requests";

/** The count that it says; `undefined` where the file has no end, or its last sheet has no such row. */
export async function countOfWorkbook(
  file: Blob,
  rows: RowsCalled = "transfers",
): Promise<string | undefined> {
  const sheet = await lastSheet(file);
  if (sheet === undefined) return undefined;
  const text = sheet
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream());
  const reader = text.getReader();
  let end = "";
  for (let next = await reader.read(); !next.done; next = await reader.read())
    end = (end + next.value).slice(-lastRowLength);
  return new RegExp(`<t>End of the export</t>.{0,120}<t>(\\d+) ${rows}</t>`, "s").exec(end)?.[1];
}

/** Packed, as the archive's directory has it. The directory is the last thing in the file. */
async function lastSheet(file: Blob): Promise<Blob | undefined> {
  const end = await viewOf(file, file.size - endLength, endLength);
  if (end === undefined || end.getUint32(0, true) !== endOfDirectory) return undefined;
  const [size, start] = [end.getUint32(12, true), end.getUint32(16, true)];
  const directory = await viewOf(file, start, size);
  if (directory === undefined || start + size + endLength !== file.size) return undefined;
  let found: { at: number; packed: number } | undefined;
  for (let at = 0; at + entryLength <= size; ) {
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const path = new TextDecoder().decode(
      new Uint8Array(directory.buffer, at + entryLength, Math.min(name ?? 0, size - at - entryLength)),
    );
    if (path.startsWith("xl/worksheets/"))
      found = { at: directory.getUint32(at + 42, true), packed: directory.getUint32(at + 20, true) };
    at += entryLength + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  const local = found && (await viewOf(file, found.at, localLength));
  if (found === undefined || local === undefined) return undefined;
  const content = found.at + localLength + local.getUint16(26, true) + local.getUint16(28, true);
  return file.slice(content, content + found.packed);
}

async function viewOf(file: Blob, start: number, length: number): Promise<DataView | undefined> {
  const bytes = await file.slice(Math.max(0, start), Math.max(0, start) + length).arrayBuffer();
  return start >= 0 && bytes.byteLength === length ? new DataView(bytes) : undefined;
}
