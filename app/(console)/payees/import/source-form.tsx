import type { FormEvent } from "react";
import { type Source, useSource } from "#components/table-source/source";
import { SourceFields } from "#components/table-source/source-fields";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { bulkLimits } from "#lib/features/bulk/limits";

type Props = { isPending: boolean; onRead: (source: Source) => void };

export function SourceForm({ isPending, onRead }: Props) {
  const source = useSource(bulkLimits);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = await source.read();
    if (read !== undefined) onRead(read);
  }

  return (
    <Card title="Your table">
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-4">
        <SourceFields source={source} limits={bulkLimits} />
        <Disclosure summary="Which columns does it need?">
          <p className="text-[0.8125rem]/5 text-muted">
            Bank, account number and account name. A bank can be a name, a short name such as GTB, or a code.
            Add a column “Name” for what you call the payee; without it we use the account name. The order
            doesn’t matter.
          </p>
        </Disclosure>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Reading" : "Read the table"}
        </BusyButton>
      </form>
    </Card>
  );
}
