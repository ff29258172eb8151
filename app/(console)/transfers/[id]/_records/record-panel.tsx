import { Initials } from "#components/payee/initials";
import { Card } from "#components/ui/card";
import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput } from "#lib/contract/records";
import { showInvisible } from "#lib/text/visible-text";
import { RecordActs } from "./record-acts";

type Props = { transfer: Pick<TransferWithEvents, "id" | "owner">; possible: readonly NoteInput["kind"][] };

/** Who takes care of it, and what people write about it. */
export function RecordPanel({ transfer: { id, owner }, possible }: Props) {
  return (
    <Card className="relative print:hidden [&>div]:pb-4" aria-labelledby="records">
      <h2 id="records" className="-mt-1 pr-24">
        Your records
      </h2>
      {owner !== null && (
        <dl className="flex items-center justify-between gap-4 pt-3 text-[0.8125rem]/5">
          <dt className="text-muted">Owner</dt>
          <dd className="flex min-w-0 items-center gap-2 font-medium">
            <Initials name={owner.name} />
            <span translate="no" className="foreign-text min-w-0">
              {showInvisible(owner.name)}
            </span>
          </dd>
        </dl>
      )}
      <RecordActs id={id} possible={possible} isNoteInHead />
    </Card>
  );
}
