import { PageLink } from "#components/ui/page-link";
import { countYours } from "#lib/features/controls/server/find-queue";
import { hasControls } from "#lib/features/controls/server/presence";
import type { Actor } from "#lib/server/auth/actor";
import { countOf } from "#lib/words/tables/table-words";
import { ApprovalsWatch } from "./approvals-watch";

/** What waits for this person; nothing where nothing does, or nobody can say. */
export async function WaitingLine({ actor }: { actor: Actor }) {
  if (!(await hasControls().catch(() => false))) return null;
  const count = await countYours(actor).catch(() => undefined);
  if (count === undefined) return null;
  return (
    <>
      <ApprovalsWatch drawn={count} />
      {count > 0 && (
        <p className="mb-4">
          <PageLink href="/approvals" className="lone-link font-medium">
            {countOf(count, "request")} {count === 1 ? "waits" : "wait"} for your approval
          </PageLink>
        </p>
      )}
    </>
  );
}
