import { Chip } from "#components/chip/chip";
import { Check } from "#components/ui/icon";
import type { Transfer } from "#lib/contract/api";
import { RecordActs } from "../_records/record-acts";
import { possibleRecords } from "../_records/records";
import { ZonedTime } from "../zoned-time";

type Props = {
  transfer: Parameters<typeof possibleRecords>[0] & Pick<Transfer, "id" | "accountName">;
  timeZone: string;
};

/** Whether the payout was seen on a bank statement, which no service can say. The foot of a card. */
export function MatchRow({ transfer, timeZone }: Props) {
  const { id, matchedAt, accountName } = transfer;
  const possible = possibleRecords(transfer).filter((kind) => kind === "matched" || kind === "unmatched");
  if (possible.length === 0) return null;
  return (
    <section
      aria-label="Match with your bank statement"
      className="border-t border-line px-card py-3 first:border-t-0 print:hidden"
    >
      <RecordActs id={id} possible={possible} icon={<Check className="size-4" />} isBeside>
        <div className="min-w-0 flex-[1_1_14rem] text-[0.8125rem]/5 text-muted">
          {matchedAt === null ? (
            <>
              <h2 className="inline text-[0.8125rem]/5 font-medium text-ink">
                Match with your bank statement
              </h2>{" "}
              <span className="foreign-text">Did {accountName} get it?</span>
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
    </section>
  );
}
