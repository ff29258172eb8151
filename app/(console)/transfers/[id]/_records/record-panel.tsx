import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import type { NoteInput } from "#lib/contract/records";
import { RecordActs } from "./record-acts";

type Props = {
  id: string;
  match: ReactNode;
  possible: readonly NoteInput["kind"][];
};

export function RecordPanel({ id, match, possible }: Props) {
  return (
    <Card title="Your records" className="print:hidden">
      {match}
      <RecordActs id={id} possible={possible} />
    </Card>
  );
}
