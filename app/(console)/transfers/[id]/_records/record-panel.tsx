import { Initials } from "#components/payee/initials";
import { Card } from "#components/ui/card";
import { Time } from "#components/ui/time";
import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput } from "#lib/contract/records";
import { formatDue } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { RecordActs } from "./record-acts";

type Props = {
  transfer: Pick<TransferWithEvents, "id" | "owner" | "dueAt">;
  possible: readonly NoteInput["kind"][];
  timeZone: string;
};

/** Who takes care of it and until when, and what people write about it. */
export function RecordPanel({ transfer: { id, owner, dueAt }, possible, timeZone }: Props) {
  return (
    <Card className="relative print:hidden [&>div]:pb-4" aria-labelledby="records">
      <h2 id="records" className="-mt-0.5 pr-24">
        Your records
      </h2>
      {(owner !== null || dueAt !== null) && (
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1 pt-3 text-[0.8125rem]/5">
          {owner !== null && (
            <>
              <dt className="text-muted">Owner</dt>
              <dd className="flex min-w-0 items-center gap-2 font-medium">
                <Initials name={owner.name} />
                <span translate="no" className="foreign-text min-w-0">
                  {showInvisible(owner.name)}
                </span>
              </dd>
            </>
          )}
          {dueAt !== null && (
            <>
              <dt className="text-muted">Due</dt>
              <dd className="font-medium">
                <Time at={dueAt} timeZone={timeZone} />
                {formatDue(dueAt, Date.now()).isOver && <span className="text-warn">, overdue</span>}
              </dd>
            </>
          )}
        </dl>
      )}
      <RecordActs id={id} possible={possible} isNoteInHead />
    </Card>
  );
}
