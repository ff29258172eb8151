import type { Db, TransferRow } from "#lib/server/tables/schema";

/** Invariant: two transfers that may both exist for one payout know of each other, however many attempts lie between. */

type Try = Pick<TransferRow, "id" | "replaces" | "created_at" | "submission" | "status">;

const maxTries = 50;
/** These pay nothing out, so funding another one is no second payout. */
const paysNothingOut = new Set<TransferRow["status"]>([
  "failed",
  "reversed",
  "refunded",
  "expired",
  "cancelled_by_service",
]);

/** The newest transfer that replaced this one, and others for the same payout that may exist. */
export async function findSamePayout(
  ledger: Db,
  row: TransferRow,
): Promise<{ replacedBy: string | null; mayAlsoExist: string[] }> {
  const others = await otherTries(ledger, row);
  return {
    replacedBy: others.find(({ replaces }) => replaces === row.id)?.id ?? null,
    mayAlsoExist: mayExist(row) ? others.filter(mayExist).map(({ id }) => id) : [],
  };
}

function mayExist({ submission, status }: Try): boolean {
  const isOpen = submission === "dispatching" || submission === "unknown" || submission === "accepted";
  return isOpen && !paysNothingOut.has(status);
}

/** Follows `replaces` in both directions. Newest first. */
async function otherTries(ledger: Db, start: Try): Promise<Try[]> {
  const found = new Map<string, Try>();
  let edge: Try[] = [start];
  while (edge.length > 0 && found.size < maxTries) {
    const after = edge.map(({ id }) => id);
    const before = edge.flatMap(({ replaces }) => replaces ?? []);
    const rows = await ledger
      .selectFrom("transfers")
      .select(["id", "replaces", "created_at", "submission", "status"])
      .where(({ eb, or }) =>
        or([eb("replaces", "in", after), ...(before.length > 0 ? [eb("id", "in", before)] : [])]),
      )
      .limit(maxTries)
      .execute();
    edge = rows.filter(({ id }) => id !== start.id && !found.has(id));
    for (const row of edge) found.set(row.id, row);
  }
  return [...found.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}
