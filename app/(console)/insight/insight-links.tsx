import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import type { InsightInput, InsightRange } from "#lib/features/insight/insight-api";
import { rangeWords } from "#lib/features/insight/insight-words";
import { listPath } from "#lib/text/paths";

export type TimesBy = "bank" | "network";
export type InsightQuery = InsightInput & { by: TimesBy };

/** What is usual is left out of the address. */
export function insightHref({ range, token, by }: InsightQuery): Route {
  const given = { range: range === "30d" ? undefined : range, token, by: by === "bank" ? undefined : by };
  return listPath("/insight", given) as Route;
}

/** Ranges, and tokens where there are several. */
export function InsightLinks({ asked, tokens }: { asked: InsightQuery; tokens: readonly string[] }) {
  const shown = asked.token ?? tokens[0];
  return (
    <div className="mb-4 flex flex-wrap justify-between gap-x-6 gap-y-2 print:hidden">
      <nav aria-label="Range" className="flex gap-2 overflow-x-auto p-px sm:flex-wrap">
        {Object.entries(rangeWords).map(([range, words]) => (
          <PageLink
            key={range}
            href={insightHref({ ...asked, range: range as InsightRange })}
            aria-current={range === asked.range ? "true" : undefined}
            className="pill"
            scroll={false}
          >
            {words}
          </PageLink>
        ))}
      </nav>
      {tokens.length > 1 && (
        <nav aria-label="Token of the charts" className="flex flex-wrap gap-2">
          {tokens.map((token) => (
            <PageLink
              key={token}
              href={insightHref({ ...asked, token })}
              aria-current={token === shown ? "true" : undefined}
              translate="no"
              className="pill foreign-text"
              scroll={false}
            >
              {token}
            </PageLink>
          ))}
        </nav>
      )}
    </div>
  );
}
