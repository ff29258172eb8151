import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { needWords } from "#lib/features/bulk/batches/needs";
import { batchesInNeed } from "#lib/features/bulk/server/batches/in-need";
import { formatCount } from "#lib/money/format";
import { db } from "#lib/server/database/db";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";

const mostListed = 10;

/** Batches that need a person; nothing where there are none, or where nobody can say now. */
export async function BatchesInNeed({ timeZone }: { timeZone: string }) {
  const found = await db()
    .then(batchesInNeed)
    .catch(() => []);
  if (found.length === 0) return null;
  const more = found.length - mostListed;
  return (
    <Card title="Batches that wait for you" className="mb-4">
      <ul className="space-y-3">
        {found.slice(0, mostListed).map((batch) => (
          <li key={`${batch.kind} ${batch.id} ${batch.since}`} className="foreign-text">
            <PageLink href={`/bulk/${batch.id}`} translate="no" className="text-link font-medium">
              {showInvisible(batch.name)}
            </PageLink>
            <p className="text-[0.8125rem]/5">
              {showInvisible(needWords(batch))}{" "}
              <span className="text-muted">Since {formatTime(batch.since, timeZone)}.</span>
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-[0.8125rem]/5 text-muted">And {formatCount(more)} more.</p>}
    </Card>
  );
}
