import type { ExportFormat } from "#lib/contract/transfer-list";

/** What a usual row takes in a file; an Excel file is packed. */
export const bytesOfRow: Record<ExportFormat, number> = { csv: 600, xlsx: 300 };

/** `about 0.3 MB`; `isMore`: there are more rows than were counted. */
export function sizeWords(rows: number, isMore: boolean, format: ExportFormat): string {
  const bytes = rows * bytesOfRow[format];
  const size =
    bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${isMore ? "more than" : "about"} ${size}`;
}
