import { Disclosure } from "#components/ui/disclosure";
import { countOf, lineText } from "#lib/words/tables/table-words";

/** What stood above the header, such as a letterhead. */
export function LinesAbove({ lines }: { lines: readonly { n: number; cells: readonly string[] }[] }) {
  if (lines.length === 0) return null;
  return (
    <Disclosure summary={`${countOf(lines.length, "line")} above the table left out`}>
      <ul className="foreign-text space-y-1">
        {lines.map(({ n, cells }) => (
          <li key={n}>
            {n}: {lineText(cells)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
