import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { rowsAPage } from "#lib/features/books/books-input";

/** `place`: where the rows from this one on are. */
type Props = { from: number; count: number; place: (from: number) => string };

/** The way to the rows before and after those that are shown. */
export function RowPages({ from, count, place }: Props) {
  if (count <= rowsAPage) return null;
  return (
    <p className="flex flex-wrap gap-x-4 border-t border-line px-card py-3 text-[0.8125rem]/5">
      {from > 0 && (
        <PageLink href={place(Math.max(0, from - rowsAPage)) as Route} className="lone-link">
          Earlier rows
        </PageLink>
      )}
      {from + rowsAPage < count && (
        <PageLink href={place(from + rowsAPage) as Route} className="lone-link">
          Later rows
        </PageLink>
      )}
    </p>
  );
}
