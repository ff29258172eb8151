import type { Trx } from "#lib/server/tables/schema";
import type { StandingFacts } from "#lib/transfer/standing/facts";
import { type Standing, standingOf } from "#lib/transfer/standing/standing";
import { readHouseOf } from "./house";
import { readStandingFacts } from "./standing-facts";

/** Where a transfer stands, as a message to another system says it. */
export type ToldStanding = {
  invitation: "open" | "open_here" | "closed";
  reason: string | null;
  chip: string;
};

/** What a message says of a transfer beside what happened: where it stands, and what each source says of the payout. */
export type Told = { standing: ToldStanding } & Pick<StandingFacts, "received" | "paidOut">;

/** By transfer ID, now. */
export async function readTold(trx: Trx, ids: readonly string[]): Promise<Map<string, Told>> {
  const read = await readStandingFacts(trx, ids);
  if (read.length === 0) return new Map();
  const houseOf = await readHouseOf(
    trx,
    read.map(({ row }) => row),
  );
  return new Map(
    read.map(({ row, facts }) => {
      const { received, paidOut } = facts;
      return [row.id, { standing: toTold(standingOf(facts, houseOf(row))), received, paidOut }];
    }),
  );
}

/** `open_here`: on the dashboard's own page alone. */
export function invitationWord({ isOpen, isHereAlone }: Standing["invitation"]): ToldStanding["invitation"] {
  return isOpen ? (isHereAlone ? "open_here" : "open") : "closed";
}

function toTold({ invitation, due, chip }: Standing): ToldStanding {
  return { invitation: invitationWord(invitation), reason: due[0] ?? null, chip };
}
