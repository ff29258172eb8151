import { Problem } from "#lib/contract/problem";
import { env } from "#lib/server/config/env";
import type { Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";

/**
 * Whoever has the newest funding file of a transfer may be sending: a person confirms that very file, by the time it was made.
 * `nothing`: what was not done. Throws `already_funded`.
 */
export async function requireSeenFile(
  trx: Trx,
  transferId: string,
  { confirmsFile }: { confirmsFile?: string | undefined },
  nothing: string,
): Promise<void> {
  const file = await newestFile(trx, transferId);
  if (file === undefined || confirmsFile === file.at) return;
  const at = formatTime(file.at, env().timeZone, { hasSeconds: false });
  throw new Problem(
    "already_funded",
    `This transfer is in the funding file of ${at}: ${file.text}. Whoever has that file may send too. Check that nobody has sent by it. ${nothing}`,
    { extra: { confirm: { confirmsFile: file.at } } },
  );
}

function newestFile(trx: Trx, transferId: string): Promise<{ at: string; text: string | null } | undefined> {
  return trx
    .selectFrom("transfer_events")
    .select(["at", "text"])
    .where("transfer_id", "=", transferId)
    .where("kind", "=", "fund_file")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}
