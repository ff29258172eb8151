import type { ExportFormat } from "#lib/contract/transfer-list";
import type { FileOf } from "./export-columns";
import type { Part } from "./stream-export";
import { csvWriter } from "./transfer-csv";
import { writeWorkbook } from "./transfer-workbook";

/** The bytes of a file, as its pages are read. The last row has the count; without it, the export broke. */
export async function* partsOf<Line>(
  format: ExportFormat,
  pages: AsyncIterable<readonly Line[]>,
  file: FileOf<Line>,
  timeZone: string,
): AsyncGenerator<Part> {
  let rows = 0;
  if (format === "csv") {
    const writer = csvWriter(file, timeZone);
    const encoder = new TextEncoder();
    yield { bytes: encoder.encode(writer.head()), rows };
    for await (const page of pages) {
      rows += page.length;
      if (page.length > 0) yield { bytes: encoder.encode(writer.rows(page)), rows };
    }
    yield { bytes: encoder.encode(writer.end(rows)), rows };
    return;
  }
  async function* counted() {
    for await (const page of pages) {
      rows += page.length;
      yield page;
    }
  }
  for await (const bytes of writeWorkbook(counted(), file, timeZone)) yield { bytes, rows };
}
