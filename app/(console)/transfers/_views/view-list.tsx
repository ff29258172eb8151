import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import type { SavedView } from "#lib/contract/transfer/views";

/** The names of lists; view-marks.ts says which one is open, and how many transfers each has. */
export function ViewList({ views }: { views: readonly SavedView[] }) {
  if (views.length === 0) return null;
  return (
    <>
      <p id="views" className="mt-4 mb-1 px-2 text-xs text-muted">
        Views
      </p>
      <ul aria-labelledby="views" className="space-y-0.5">
        {views.map(({ id, name, address, isShared, isReadable }) => (
          <li key={id}>
            <PageLink href={address as Route} data-view={id} className="nav-link">
              <span translate="no" title={name} className="min-w-0 grow truncate [unicode-bidi:isolate]">
                {name}
              </span>
              {isShared && <span className="sr-only">, everybody’s view</span>}
              {isReadable ? (
                <span data-count className="text-xs font-normal text-muted tabular-nums" />
              ) : (
                <span className="text-xs font-normal text-warn">can’t be shown</span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}
