import { Chip } from "#components/chip/chip";
import { Card } from "#components/ui/card";
import { Check } from "#components/ui/icon";
import type { Transfer } from "#lib/contract/api";
import { ZonedTime } from "../zoned-time";
import { RecordActs } from "./record-acts";
import { possibleRecords } from "./records";

type Props = {
  transfer: Parameters<typeof possibleRecords>[0] & Pick<Transfer, "id" | "accountName">;
  timeZone: string;
};

/** Whether the payout was seen on a bank statement, which no service can say. */
export function MatchCard({ transfer, timeZone }: Props) {
  const { id, matchedAt, accountName } = transfer;
  const possible = possibleRecords(transfer).filter((kind) => kind === "matched" || kind === "unmatched");
  if (possible.length === 0) return null;
  return (
    <Card aria-label="Match with your bank statement" className="print:hidden">
      <RecordActs id={id} possible={possible} icon={<Check className="size-4" />} isBeside>
        <div className="min-w-0 flex-[1_1_14rem] text-[0.8125rem]/5 text-muted">
          {matchedAt === null ? (
            <>
              <h2 className="text-ink">Match with your bank statement</h2>
              <p className="foreign-text">Did {accountName} get the money? Confirm it once you’ve checked.</p>
            </>
          ) : (
            <>
              <Chip shape="tick" tone="ok">
                Matched with our bank statement
              </Chip>
              <p className="mt-1">
                By a person, <ZonedTime at={matchedAt} timeZone={timeZone} />. The service didn’t confirm it.
              </p>
            </>
          )}
        </div>
      </RecordActs>
    </Card>
  );
}
