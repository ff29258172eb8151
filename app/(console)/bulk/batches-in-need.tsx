import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { batchesInNeed } from "#lib/features/bulk/server/batches/figures";
import { db } from "#lib/server/database/db";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";

/** Batches that rest with rows to create; nothing where there are none, or where nobody can say now. */
export async function BatchesInNeed({ timeZone }: { timeZone: string }) {
  const found = await db()
    .then(batchesInNeed)
    .catch(() => []);
  if (found.length === 0) return null;
  return (
    <Card title="Batches that wait for you">
      <ul className="space-y-3">
        {found.map(({ id, name, why, since }) => (
          <li key={id} className="foreign-text">
            <PageLink href={`/bulk/${id}`} translate="no" className="text-link font-medium">
              {showInvisible(name)}
            </PageLink>
            <p className="text-[0.8125rem]/5">
              {showInvisible(why)} <span className="text-muted">Since {formatTime(since, timeZone)}.</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
