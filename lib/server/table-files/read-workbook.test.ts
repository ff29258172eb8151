import { Worker } from "node:worker_threads";
import { expect, it, vi } from "vitest";
import { sheetAround, workbookAround, workbookOf } from "#lib/testing/table/workbook";
import { readWorkbook } from "./read-workbook";

/** Files that are made to exhaust what reads them. */

const mb = 1024 * 1024;
const good = () =>
  workbookOf("excel", {
    name: "Staff",
    rows: ["Name", "Ada Eze", "Müller & Söhne, Lagos", "'Yinka Çağlar İpek"].map((name) => [name, "GTBank"]),
  });
const read = (file: Buffer) =>
  readWorkbook(file, 1_000).then(
    ({ lines }) => `${lines.length} lines`,
    ({ code, detail }: { code: string; detail: string }) => `${code}: ${detail}`,
  );

/** How much more memory the process has at its peak. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  await work();
  clearInterval(timer);
  return Math.max(peak, process.memoryUsage.rss()) - before;
}

const blanks = Buffer.alloc(200 * mb, " ");
const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
it.each([
  ["200 MB when unpacked", workbookAround(blanks), /larger than 10 MB/],
  ["200 MB that says it is small", workbookAround(blanks, 100), /larger than 10 MB/],
  ["one cell in the last corner", workbookAround(sheetAround(corner)), /16,384 columns; the most is 50/],
  [
    "one cell in the last row",
    workbookAround(sheetAround(corner.replaceAll("XFD", "A"))),
    /1,048,576 rows down to its last entry/,
  ],
])("%s: refused for less than 64 MB of memory", async (_, file, says) => {
  await read(good());
  let said = "";
  const bytes = await peakOf(async () => {
    said = await read(file);
  });
  expect(said).toMatch(says);
  expect(bytes / mb).toBeLessThan(64);
  expect(await read(good())).toBe("4 lines");
});

it("ends its thread where that would take more memory than it may, and reads the next one", async () => {
  const file = workbookAround(
    sheetAround('<row><c t="s"><v>0</v></c></row>'),
    undefined,
    "<si/>".repeat(2_000_000),
  );
  expect(await read(file)).toMatch(/^unreadable_file: .*larger/);
  expect(await read(good())).toBe("4 lines");
});

it("goes on where a thread runs out of memory in the moment that it is ended", async () => {
  const { terminate } = Worker.prototype;
  const ended = vi.spyOn(Worker.prototype, "terminate").mockImplementationOnce(function end(this: Worker) {
    this.emit("error", new Error("out of memory"));
    return terminate.call(this);
  });
  expect(await read(good())).toBe("4 lines");
  expect(ended).toHaveBeenCalledTimes(1);
  ended.mockRestore();
  expect(await read(good())).toBe("4 lines");
});

it("reads one at a time while three wait, and refuses the next", async () => {
  const said = await Promise.all(Array.from({ length: 6 }, () => read(good())));
  expect(said.filter((each) => each === "4 lines")).toHaveLength(4);
  expect(said.filter((each) => each.startsWith("busy"))).toHaveLength(2);
  expect(await read(good())).toBe("4 lines");
});

it("refuses a workbook that lost a part or a text, or has an entity, and takes no cell of it for empty", async () => {
  const text = '<row r="1"><c r="A1"><v>5</v></c><c r="B1" t="s"><v>1</v></c></row>';
  expect(await read(workbookAround(sheetAround(text), undefined, "<si><t>a</t></si><si><t>b</t></si>"))).toBe(
    "1 lines",
  );
  expect(await read(workbookAround(sheetAround(text), undefined, "<si><t>a</t></si>"))).toMatch(/damaged/);
  const file = good();
  // The name of its last part, where the texts are.
  file.writeUInt8(file.readUInt8(file.length - 30) ^ 0xff, file.length - 30);
  expect(await read(file)).toMatch(/damaged/);
  const entity =
    '<!DOCTYPE a [<!ENTITY b "c">]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>';
  expect(await read(workbookAround(entity))).toMatch(/damaged/);
});
