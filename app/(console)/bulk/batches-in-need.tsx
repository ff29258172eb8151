import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { type BatchInNeed, batchesInNeed } from "#lib/features/bulk/server/batches/in-need";
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
              {showInvisible(whyOf(batch))}{" "}
              <span className="text-muted">Since {formatTime(batch.since, timeZone)}.</span>
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-[0.8125rem]/5 text-muted">And {formatCount(more)} more.</p>}
    </Card>
  );
}

function whyOf(batch: BatchInNeed): string {
  if (batch.kind === "stopped") return batch.why;
  if (batch.kind === "half_created")
    return "It was agreed to more than a day ago, and not all of it was created.";
  const { file, seen, count } = batch;
  return `A day after file ${file} was made, ${formatCount(seen)} of its ${formatCount(count)} deposits were seen. Look whether the wallet has sent all of it.`;
}
