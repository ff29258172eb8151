import { PageLink } from "#components/ui/page-link";
import { countYours } from "#lib/features/controls/server/find-queue";
import type { Actor } from "#lib/server/auth/actor";
import { countOf } from "#lib/words/tables/table-words";

/** What waits for this person; nothing where nothing does, or nobody can say. */
export async function WaitingLine({ actor }: { actor: Actor }) {
  const count = await countYours(actor).catch(() => 0);
  if (count === 0) return null;
  return (
    <p className="mb-4">
      <PageLink href="/approvals" className="lone-link font-medium">
        {countOf(count, "request")} {count === 1 ? "waits" : "wait"} for your approval
      </PageLink>
    </p>
  );
}
