import "server-only";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Trx } from "#lib/server/tables/schema";
import { type Standing, standingOf } from "#lib/transfer/standing/standing";
import { readHouseOf } from "./house";
import { toStandingFacts } from "./standing-facts";
import { readFacts } from "./transfer-facts";

/** Where a transfer stands, as a message to another system says it. */
export type ToldStanding = {
  invitation: "open" | "open_here" | "closed";
  reason: string | null;
  chip: string;
};

/** By transfer ID, now. */
export async function readTold(trx: Trx, ids: readonly string[]): Promise<Map<string, ToldStanding>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("transfers")
    .selectAll()
    .where(isOneOf(trx, "id", ids))
    .execute();
  const factsOf = await readFacts(trx, rows);
  const houseOf = await readHouseOf(trx, rows);
  return new Map(
    rows.map((row) => [row.id, toTold(standingOf(toStandingFacts(row, factsOf(row.id)), houseOf(row)))]),
  );
}

/** `open_here`: on the dashboard's own page alone. */
export function invitationWord({ isOpen, isHereAlone }: Standing["invitation"]): ToldStanding["invitation"] {
  return isOpen ? (isHereAlone ? "open_here" : "open") : "closed";
}

function toTold({ invitation, due, chip }: Standing): ToldStanding {
  return { invitation: invitationWord(invitation), reason: due[0] ?? null, chip };
}
