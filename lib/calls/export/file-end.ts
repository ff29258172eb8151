import type { ExportFormat } from "#lib/contract/transfer-list";

const lastLine = /(?:^|\n)"End of the export","(\d+) transfers",*\r\n$/;
const lastLineLength = 200;

/** How many transfers an exported file says it has, in its last row; `undefined` where there is none. */
export const countInFile: Record<ExportFormat, (file: Blob) => Promise<string | undefined>> = {
  csv: async (file) => lastLine.exec(await file.slice(-lastLineLength).text())?.[1],
  xlsx: async (file) => (await import("./workbook-end")).countOfWorkbook(file),
};
